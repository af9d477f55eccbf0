import type { MailMessage } from '../../ports/mail.ts'

export interface Sender {
  name: string
  address: string
}

/** Converts to nodemailer's format, and keeps nodemailer from reading any file or URL. */
export const toNodemailerMail = (message: MailMessage, from: Sender, date: Date) => ({
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
    // Prevents vacation replies and answers of mailing lists (RFC 3834).
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
