import type { MailMessage } from '../../ports/mail.ts'

/** Who mails come from. */
export interface Sender {
  name: string
  address: string
}

/** The message as nodemailer takes it. No attachment, and no address or file of another is ever read for it. */
export const envelopeOf = (message: MailMessage, from: Sender, date: Date) => ({
  from,
  to: { name: '', address: message.to },
  subject: message.subject,
  text: message.text,
  html: message.html,
  messageId: message.messageId,
  date,
  disableFileAccess: true,
  disableUrlAccess: true,
  headers: {
    // Machines on holiday and mailing lists leave it alone (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    ...(message.listUnsubscribe
      ? {
          'List-Unsubscribe': `<${message.listUnsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {}),
    ...message.headers,
  },
})
