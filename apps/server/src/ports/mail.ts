/** A finished message. Subject and address are single lines already; both bodies say the same. */
export interface MailMessage {
  to: string
  subject: string
  html: string
  text: string
  /** `<…@…>`, the same for every attempt. */
  messageId: string
  headers?: Record<string, string>
  /** Where one click ends mails of this kind (RFC 8058). */
  listUnsubscribe?: string
}

/**
 * Hands a message over to be delivered. Throws `ProviderError('mail_failed')` when it was refused, or when it cannot be
 * known whether it was taken: a repetition carries the same Message-ID.
 */
export interface Mail {
  send(message: MailMessage, options?: { signal?: AbortSignal }): Promise<void>
}

/** A mail that rests in the outbox folder instead of leaving. */
export interface RestingMail {
  id: string
  to: string
  subject: string
  at: Date
}

/** The folder in which mails rest while no mail server is set, for whoever runs the service on their own machine. */
export interface MailFolder {
  /** The newest ones, newest first. */
  list(): Promise<RestingMail[]>
  read(id: string): Promise<(RestingMail & { html: string; text: string; source: string }) | null>
  /** Removes what came before that instant, and what writers that died left half-written. */
  prune(before: Date): Promise<void>
}
