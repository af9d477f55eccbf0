import { topics } from '@recaps/contract/notifications'
import { z } from 'zod'
import type { PushMessage } from '../../ports/push.ts'
import type { Users } from '../users/service.ts'
import { type DeviceRow, findDevice } from './device-repository.ts'
import { sendPushJob } from './job-kinds.ts'
import { hasLostClaim, type OutboxRow } from './outbox-repository.ts'
import { type OutboxJobDeps, startOutboxWorker } from './outbox-worker.ts'
import { type SendToDeviceDeps, sendToDevice } from './send-to-device.ts'

export interface PushJobDeps extends OutboxJobDeps, SendToDeviceDeps {
  users: Pick<Users, 'storedSettings'>
}

/** Older messages, which waited because no worker was running, are no longer news. */
const maxAgeMs = 24 * 3600 * 1000

const storedMessage: z.ZodType<PushMessage> = z.object({
  title: z.string(),
  body: z.string(),
  path: z.string(),
  topic: z.enum(topics),
  tag: z.string(),
})

export const startPushWorker = (deps: PushJobDeps): Promise<void> =>
  startOutboxWorker(
    {
      kind: 'push',
      job: sendPushJob,
      async deliver(row) {
        const message = storedMessage.parse(row.data)
        const device = await findSubscribedDevice(row, message, deps)
        if (!device) return 'dropped'
        if (await hasLostClaim(deps.db, row)) return 'lost'
        const outcome = await sendToDevice(deps, device, message)
        deps.passed('push-accepted')
        return outcome === 'sent' ? 'sent' : 'dropped'
      },
    },
    deps,
  )

/** The device, if it still belongs to the user (a browser may have changed hands) and neither has turned the topic off. */
async function findSubscribedDevice(
  row: OutboxRow,
  { topic }: PushMessage,
  deps: PushJobDeps,
): Promise<DeviceRow | undefined> {
  if (row.device_id === null || row.user_id === null) return undefined
  const now = deps.clock.now()
  if (now.getTime() - row.created_at.getTime() > maxAgeMs) return undefined
  const device = await findDevice(deps.db, row.device_id, now)
  if (device?.user_id !== row.user_id || !device.topics.includes(topic)) return undefined
  const settings = await deps.users.storedSettings(row.user_id)
  return settings?.push[topic] ? device : undefined
}
