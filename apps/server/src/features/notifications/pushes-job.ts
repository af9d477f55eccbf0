import { topics } from '@recaps/contract/notifications'
import { z } from 'zod'
import type { PushMessage } from '../../ports/push.ts'
import type { Users } from '../users/service.ts'
import { type DeviceRow, findDevice } from './device-repository.ts'
import { sendPushJob } from './job-kinds.ts'
import { type OutboxJobDeps, workOutbox } from './outbox-job.ts'
import { isLost, type OutboxRow } from './outbox-repository.ts'
import { sendToDevice, type ToDeviceDeps } from './to-device.ts'

export interface PushJobDeps extends OutboxJobDeps, ToDeviceDeps {
  users: Pick<Users, 'choices'>
}

/** What waited so long, because no worker ran, is not news any more. */
const newsForMs = 24 * 3600 * 1000

const stored: z.ZodType<PushMessage> = z.object({
  title: z.string(),
  body: z.string(),
  path: z.string(),
  topic: z.enum(topics),
  tag: z.string(),
})

/** Sends the push messages of the outbox. */
export const workPushes = (deps: PushJobDeps): Promise<void> =>
  workOutbox(
    {
      kind: 'push',
      job: sendPushJob,
      async deliver(row) {
        const message = stored.parse(row.data)
        const device = await wanting(row, message, deps)
        if (!device) return 'dropped'
        if (await isLost(deps.db, row)) return 'lost'
        const outcome = await sendToDevice(deps, device, message)
        deps.passed('push-accepted')
        return outcome === 'sent' ? 'sent' : 'dropped'
      },
    },
    deps,
  )

/** The device, if it is still its user's and both still want to be told: a browser may have changed hands meanwhile. */
async function wanting(row: OutboxRow, { topic }: PushMessage, deps: PushJobDeps): Promise<DeviceRow | undefined> {
  if (row.device_id === null || row.user_id === null) return undefined
  const now = deps.clock.now()
  if (now.getTime() - row.created_at.getTime() > newsForMs) return undefined
  const device = await findDevice(deps.db, row.device_id, now)
  if (device?.user_id !== row.user_id || !device.topics.includes(topic)) return undefined
  const choices = await deps.users.choices(row.user_id)
  return choices?.push[topic] ? device : undefined
}
