import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Trx } from '../../jobs/queue.ts'

/** A kind of mail and the data it needs. The data is stored in the outbox, so it must not contain secrets. */
export interface MailKind<Data extends object> {
  /** `feature.name`, for example `subscriptions.charged`. */
  name: string
  data: z.ZodType<Data>
  /** Also sent to unconfirmed addresses. They may belong to someone else, so such mails must not contain text from the account. */
  toUnconfirmed: boolean
}

export const defineMail = <Data extends object>(
  name: string,
  data: z.ZodType<Data>,
  { toUnconfirmed = false } = {},
): MailKind<Data> => ({ name, data, toUnconfirmed })

/** Identifies the mail that is being composed. The same at every attempt. */
export interface MailEnvelope {
  outboxId: number
  messageId: string
  userId: number | null
  /** The current address of the user, or the address that the mail was created for. */
  to: string
}

export interface ComposedMail {
  /** Replaces the address of the envelope. */
  to?: string
  /** Receives replies; the default is the sender. */
  replyTo?: string
  subject: string
  /** The line that mail programs show after the subject. */
  preview: string
  /** The body, made of parts from `mail-parts.ts`. */
  content: ReactNode | ShrinkableContent
  /** Relative to `PUBLIC_URL`. */
  unsubscribePath?: string
}

/** Content that may be too large for a mail. Only as much as fits is shown; `renderStep` also renders the note about the rest. */
export interface ShrinkableContent {
  /** `renderStep(maxStep)` renders everything and `renderStep(0)` the least; each step renders more than the one before. */
  maxStep: number
  renderStep(step: number): ReactNode
}

/** Composes the mails of one kind from their data. `compose` runs at each attempt; null means that the mail is no longer needed. */
export interface MailTemplate {
  name: string
  toUnconfirmed: boolean
  compose(data: unknown, envelope: MailEnvelope): Promise<ComposedMail | null>
  /** Runs once when the mail has failed for good, in the transaction that saves this. Must use no other connection than `trx`. */
  onFailed?(data: unknown, envelope: MailEnvelope, trx: Trx): Promise<void>
}

export const mailTemplate = <Data extends object>(
  kind: MailKind<Data>,
  compose: (data: Data, envelope: MailEnvelope) => Promise<ComposedMail | null>,
  failed?: (data: Data, envelope: MailEnvelope, trx: Trx) => Promise<void>,
): MailTemplate => ({
  name: kind.name,
  toUnconfirmed: kind.toUnconfirmed,
  compose: (data, envelope) => compose(kind.data.parse(data), envelope),
  ...(failed && {
    async onFailed(data, envelope, trx) {
      // Data that does not match the schema may be the reason for the failure, so ignore it here.
      const parsed = kind.data.safeParse(data).data
      if (parsed) await failed(parsed, envelope, trx)
    },
  }),
})
