import { randomUUID } from 'node:crypto'
import { daysToMs, keptDays } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PushMessage } from '../../ports/push.ts'
import type { Users } from '../users/service.ts'
import { devicesFor } from './device-repository.ts'
import { sendMailJob, sendPushJob } from './job-kinds.ts'
import type { MailKind } from './mail-kind.ts'
import { createNotices } from './notices.ts'
import { countWaiting, deleteMessagesOf, forgetSettled, insertMail, insertPush, setJob } from './outbox-repository.ts'

export interface NotificationsDeps {
  db: Db
  queue: Queue
  clock: Clock
  users: Pick<Users, 'choices'>
  /** Mails are identified as coming from its host. */
  publicUrl: string
}

/** Whom a mail goes to: a user, at the address they have when it leaves, or an address. */
export type Recipient = { userId: number } | { to: string }

/** How long the outbox remembers a message that was sent or failed. */
const rememberedForMs = daysToMs(keptDays.messages)

export function createNotifications({ db, queue, clock, users, publicUrl }: NotificationsDeps) {
  const { hostname } = new URL(publicUrl)
  const notices = createNotices({ db, clock })

  return {
    notices,
    /** Tells a user in the app, in the caller's transaction. False when they were told under that key before. */
    addNotice: notices.add,

    /**
     * Puts a mail into the outbox in the caller's transaction: either the change happens and the mail will leave, or neither.
     * Gives its id there.
     */
    async sendMail<Data extends object>(
      trx: Trx,
      kind: MailKind<Data>,
      recipient: Recipient,
      data: Data,
    ): Promise<number> {
      const userId = 'userId' in recipient ? recipient.userId : null
      const turn = userId === null ? {} : { turn: { userId, ahead: await countWaiting(trx, userId, 'mail') } }
      const id = await insertMail(trx, {
        userId,
        address: 'to' in recipient ? recipient.to : null,
        template: kind.name,
        data: kind.data.parse(data),
        messageId: `<${randomUUID()}@${hostname}>`,
        now: clock.now(),
      })
      await setJob(trx, id, await queue.send(trx, sendMailJob, { outboxId: id }, turn))
      return id
    },

    /** The same for a push message: one for each device of the user that is told of its topic, if they want it at all. */
    async sendPush(trx: Trx, userId: number, message: PushMessage): Promise<void> {
      const choices = await users.choices(userId, trx)
      if (!choices?.push[message.topic]) return
      let ahead = await countWaiting(trx, userId, 'push')
      for (const device of await devicesFor(trx, userId, message.topic, clock.now())) {
        const id = await insertPush(trx, {
          userId,
          deviceId: device.id,
          template: `push.${message.topic}`,
          data: message,
          messageId: `<${randomUUID()}@${hostname}>`,
          now: clock.now(),
        })
        await setJob(trx, id, await queue.send(trx, sendPushJob, { outboxId: id }, { turn: { userId, ahead } }))
        ahead++
      }
    },

    /** Takes back what is still to be sent to a user, and forgets what they were told: for the deletion of an account. */
    async forgetUser(trx: Trx, userId: number, email: string): Promise<void> {
      await deleteMessagesOf(trx, userId, email)
      await notices.forgetUser(trx, userId)
    },

    forgetSettled: () => forgetSettled(db, new Date(clock.now().getTime() - rememberedForMs)),
  }
}

export type Notifications = ReturnType<typeof createNotifications>
