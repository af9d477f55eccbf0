import { randomUUID } from 'node:crypto'
import { daysToMs, retentionPeriods } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PushMessage } from '../../ports/push.ts'
import type { Users } from '../users/service.ts'
import { listDevicesForTopic } from './device-repository.ts'
import { sendMailJob, sendPushJob } from './job-kinds.ts'
import type { MailKind } from './mail-kind.ts'
import { createNotices } from './notices.ts'
import {
  countWaitingMessages,
  deleteMessagesBefore,
  deleteUserMessages,
  insertMail,
  insertPush,
  setMessageJob,
} from './outbox-repository.ts'

export interface NotificationsDeps {
  db: Db
  queue: Queue
  clock: Clock
  users: Pick<Users, 'storedSettings'>
  /** Its host is part of the `Message-ID` of mails. */
  publicUrl: string
}

/** A user, at the address they have when the mail is sent, or a fixed address. */
export type Recipient = { userId: number } | { to: string }

const keepMessagesForMs = daysToMs(retentionPeriods.messages)

export function createNotifications({ db, queue, clock, users, publicUrl }: NotificationsDeps) {
  const { hostname } = new URL(publicUrl)
  const notices = createNotices({ db, clock })

  return {
    notices,
    /** Adds an in-app notification in the caller's transaction. False if the user already has one with this key. */
    addNotice: notices.add,

    /**
     * Puts a mail into the outbox in the caller's transaction, so that it is sent if and only if the change is committed.
     * Returns its outbox id.
     */
    async sendMail<Data extends object>(
      trx: Trx,
      kind: MailKind<Data>,
      recipient: Recipient,
      data: Data,
    ): Promise<number> {
      const userId = 'userId' in recipient ? recipient.userId : null
      const turn = userId === null ? {} : { turn: { userId, ahead: await countWaitingMessages(trx, userId, 'mail') } }
      const id = await insertMail(trx, {
        userId,
        address: 'to' in recipient ? recipient.to : null,
        template: kind.name,
        data: kind.data.parse(data),
        messageId: `<${randomUUID()}@${hostname}>`,
        now: clock.now(),
      })
      await setMessageJob(trx, id, await queue.send(trx, sendMailJob, { outboxId: id }, turn))
      return id
    },

    /**
     * Puts a push message into the outbox in the caller's transaction: one for each device that is subscribed to its topic,
     * unless the user has turned the topic off.
     */
    async sendPush(trx: Trx, userId: number, message: PushMessage): Promise<void> {
      const settings = await users.storedSettings(userId, trx)
      if (!settings?.push[message.topic]) return
      let ahead = await countWaitingMessages(trx, userId, 'push')
      for (const device of await listDevicesForTopic(trx, userId, message.topic, clock.now())) {
        const id = await insertPush(trx, {
          userId,
          deviceId: device.id,
          template: `push.${message.topic}`,
          data: message,
          messageId: `<${randomUUID()}@${hostname}>`,
          now: clock.now(),
        })
        await setMessageJob(trx, id, await queue.send(trx, sendPushJob, { outboxId: id }, { turn: { userId, ahead } }))
        ahead++
      }
    },

    /** Deletes the outbox messages and notices of an account that is being deleted. */
    async deleteForUser(trx: Trx, userId: number, email: string): Promise<void> {
      await deleteUserMessages(trx, userId, email)
      await notices.deleteForUser(trx, userId)
    },

    deleteOldMessages: () => deleteMessagesBefore(db, new Date(clock.now().getTime() - keepMessagesForMs)),
  }
}

export type Notifications = ReturnType<typeof createNotifications>
