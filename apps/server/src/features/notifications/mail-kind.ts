import type { ReactNode } from 'react'
import type { z } from 'zod'

/** A kind of mail: what whoever sends one has to give. The data rests in the outbox, so it holds no secret. */
export interface MailKind<Data extends object> {
  /** `feature.what-it-says` */
  name: string
  data: z.ZodType<Data>
}

export const defineMail = <Data extends object>(name: string, data: z.ZodType<Data>): MailKind<Data> => ({ name, data })

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
  /** What stands in the frame: parts of `mail-frame.ts`. */
  content: ReactNode
  /** Path, under `PUBLIC_URL`, of the page on which one click ends mails of this kind. */
  unsubscribePath?: string
}

/** Writes a mail of one kind from its data; null when nobody wants it any more. Runs again at each attempt. */
export interface MailTemplate {
  name: string
  compose(data: unknown, envelope: Envelope): Promise<ComposedMail | null>
}

export const mailTemplate = <Data extends object>(
  kind: MailKind<Data>,
  compose: (data: Data, envelope: Envelope) => Promise<ComposedMail | null>,
): MailTemplate => ({ name: kind.name, compose: (data, envelope) => compose(kind.data.parse(data), envelope) })
