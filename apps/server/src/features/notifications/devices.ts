import { createHash } from 'node:crypto'
import { type Device, defaultTopics, type PushPlatform, type Topic } from '@recaps/contract/notifications'
import { AppError, ProviderError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PushMessage } from '../../ports/push.ts'
import type { Logger } from '../../telemetry/logger.ts'
import {
  type DeviceRow,
  deleteDevice,
  deleteOldestDevices,
  deleteUserDevices,
  listDevices,
  lockSession,
  updateDeviceTopics,
  upsertDevice,
} from './device-repository.ts'
import { type SendToDeviceDeps, sendToDevice } from './send-to-device.ts'

export interface DevicesDeps extends SendToDeviceDeps {
  clock: Clock
  logger: Logger
  productName: string
}

/** More than users need. Beyond it, the device that has been unused for longest is deleted. */
const maxDevicesPerUser = 20

export function createDevices({ db, clock, push, sealer, logger, productName }: DevicesDeps) {
  async function updateTopics(session: Session, token: string, topics: (now: Topic[]) => Topic[]): Promise<Device> {
    const row = await db.transaction().execute(trx => updateDeviceTopics(trx, session.userId, hashOf(token), topics))
    if (!row) throw new AppError('not_found', 'This device is not registered.')
    return present(row)
  }

  async function sendTo(device: DeviceRow, message: PushMessage): Promise<'sent' | 'gone' | 'failed'> {
    try {
      return await sendToDevice({ db, push, sealer }, device, message)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      logger.warn({ err: error, deviceId: device.id }, 'test push failed')
      return 'failed'
    }
  }

  return {
    vapidKey: push.vapidKey,

    async register(session: Session, platform: PushPlatform, token: string): Promise<Device> {
      const problem = push.validateToken(platform, token)
      if (problem) throw new AppError('invalid_request', problem)
      return await db.transaction().execute(async trx => {
        // The user may have logged out in the meantime, which deletes their devices.
        if (!(await lockSession(trx, session.sessionId))) throw new AppError('unauthorized')
        const row = await upsertDevice(trx, {
          userId: session.userId,
          sessionId: session.sessionId,
          platform,
          tokenHash: hashOf(token),
          tokenSealed: sealer.encrypt(token),
          topics: [...defaultTopics],
          now: clock.now(),
        })
        await deleteOldestDevices(trx, session.userId, maxDevicesPerUser)
        return present(row)
      })
    },

    subscribe: (session: Session, token: string, topic: Topic) =>
      updateTopics(session, token, topics => [...new Set([...topics, topic])]),
    unsubscribe: (session: Session, token: string, topic: Topic) =>
      updateTopics(session, token, topics => topics.filter(each => each !== topic)),
    deleteForUser: (trx: Trx, userId: number) => deleteUserDevices(trx, userId),
    remove: (session: Session, token: string) => deleteDevice(db, session.userId, hashOf(token)),

    /** Sends a test notification to every device of the caller, regardless of its topics. */
    async test(session: Session): Promise<{ sent: number; failed: number; gone: number }> {
      const message: PushMessage = {
        title: productName,
        body: 'Notifications work on this device.',
        path: '/settings',
        topic: 'product',
        tag: 'test',
      }
      const devices = await listDevices(db, session.userId, clock.now())
      const outcomes = await Promise.all(devices.map(device => sendTo(device, message)))
      const count = (outcome: string) => outcomes.filter(each => each === outcome).length
      return { sent: count('sent'), failed: count('failed'), gone: count('gone') }
    },
  }
}

export type Devices = ReturnType<typeof createDevices>

const present = ({ platform, topics }: DeviceRow): Device => ({ platform, topics })

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
