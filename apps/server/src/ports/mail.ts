/** A composed message. Subject and address are single lines. Both bodies have the same content. */
export interface MailMessage {
  to: string
  subject: string
  html: string
  text: string
  /** `<…@…>`, the same for every attempt. */
  messageId: string
  headers?: Record<string, string>
  /** One-click unsubscribe URL for mails of this kind (RFC 8058). */
  listUnsubscribe?: string
}

/**
 * Hands a message over for delivery. Throws `ProviderError('mail_failed')` if it was rejected or the outcome is unknown. A
 * retry carries the same Message-ID.
 */
export interface Mail {
  send(message: MailMessage, options?: { signal?: AbortSignal }): Promise<void>
}

/** A mail stored in the outbox folder instead of being sent. */
export interface OutboxMail {
  id: string
  to: string
  subject: string
  at: Date
}

/** The folder for mails while no mail server is configured, for operators who run the service on their own machine. */
export interface MailFolder {
  /** The newest mails, newest first. */
  list(): Promise<OutboxMail[]>
  read(id: string): Promise<(OutboxMail & { html: string; text: string; source: string }) | null>
  /** Deletes mails from before the given time, and half-written files of crashed processes. */
  prune(before: Date): Promise<void>
}
