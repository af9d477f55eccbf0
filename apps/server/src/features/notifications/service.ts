import { randomUUID } from 'node:crypto'
import type { Db } from '../../database/open.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import { sendMailJob } from './job-kinds.ts'
import type { MailKind } from './mail-kind.ts'
import { deleteMailsOf, forgetSettled, insertMail, setJob } from './outbox-repository.ts'

export interface NotificationsDeps {
  db: Db
  queue: Queue
  clock: Clock
  /** Mails are identified as coming from its host. */
  publicUrl: string
}

/** Whom a mail goes to: a user, at the address they have when it leaves, or an address. */
export type Recipient = { userId: number } | { to: string }

/** How long the outbox remembers a mail that was sent or failed. */
const rememberedForMs = 30 * 24 * 3600 * 1000

export function createNotifications({ db, queue, clock, publicUrl }: NotificationsDeps) {
  const { hostname } = new URL(publicUrl)

  return {
    /** Puts a mail into the outbox in the caller's transaction: either the change happens and the mail will leave, or neither. */
    async sendMail<Data extends object>(
      trx: Trx,
      kind: MailKind<Data>,
      recipient: Recipient,
      data: Data,
    ): Promise<void> {
      const id = await insertMail(trx, {
        userId: 'userId' in recipient ? recipient.userId : null,
        address: 'to' in recipient ? recipient.to : null,
        template: kind.name,
        data: kind.data.parse(data),
        messageId: `<${randomUUID()}@${hostname}>`,
        now: clock.now(),
      })
      await setJob(trx, id, await queue.send(trx, sendMailJob, { outboxId: id }))
    },

    /** Takes back what is still to be sent to a user, and forgets what was: for the deletion of an account. */
    forgetUser: (trx: Trx, userId: number, email: string) => deleteMailsOf(trx, userId, email),

    forgetSettled: () => forgetSettled(db, new Date(clock.now().getTime() - rememberedForMs)),
  }
}

export type Notifications = ReturnType<typeof createNotifications>
