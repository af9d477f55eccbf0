import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Trx } from '../../jobs/queue.ts'

/** A kind of mail: what whoever sends one has to give. The data rests in the outbox, so it holds no secret. */
export interface MailKind<Data extends object> {
  /** `feature.what-it-says` */
  name: string
  data: z.ZodType<Data>
  /** Sent to unconfirmed addresses too. They may belong to strangers, so such mails must not contain text from the account. */
  toUnconfirmed: boolean
}

export const defineMail = <Data extends object>(
  name: string,
  data: z.ZodType<Data>,
  { toUnconfirmed = false } = {},
): MailKind<Data> => ({ name, data, toUnconfirmed })

/** The mail that is being composed, for those that keep something about it: the same at every attempt. */
export interface Envelope {
  outboxId: number
  messageId: string
  userId: number | null
  /** The address of the user, or the one it was to be sent to. */
  to: string
}

export interface ComposedMail {
  /** In place of the envelope's address. */
  to?: string
  /** Who gets the answers; else whoever the product mails as. */
  replyTo?: string
  subject: string
  /** The line that mail programs show behind the subject. */
  preview: string
  /** What stands in the frame: parts of `mail-parts.ts`. */
  content: ReactNode | Shrinkable
  /** Path, under `PUBLIC_URL`, of the page on which one click ends mails of this kind. */
  unsubscribePath?: string
}

/** What may be too large for a mail: as much of it is shown as fits, and it says itself what it leaves out. */
export interface Shrinkable {
  /** `show(most)` is all of it, `show(0)` the least; each step is larger than the one below. */
  most: number
  show(step: number): ReactNode
}

/** Writes a mail of one kind from its data; null when nobody wants it any more. Runs again at each attempt. */
export interface MailTemplate {
  name: string
  toUnconfirmed: boolean
  compose(data: unknown, envelope: Envelope): Promise<ComposedMail | null>
  /** What follows when it could not be sent: once, in the transaction that says so, which alone it may ask the database by. */
  failed?(data: unknown, envelope: Envelope, trx: Trx): Promise<void>
}

export const mailTemplate = <Data extends object>(
  kind: MailKind<Data>,
  compose: (data: Data, envelope: Envelope) => Promise<ComposedMail | null>,
  failed?: (data: Data, envelope: Envelope, trx: Trx) => Promise<void>,
): MailTemplate => ({
  name: kind.name,
  toUnconfirmed: kind.toUnconfirmed,
  compose: (data, envelope) => compose(kind.data.parse(data), envelope),
  ...(failed && {
    async failed(data, envelope, trx) {
      // Of another form: it failed because it could not be read.
      const known = kind.data.safeParse(data).data
      if (known) await failed(known, envelope, trx)
    },
  }),
})
