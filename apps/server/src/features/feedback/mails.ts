import { createElement, type ReactNode } from 'react'
import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { findFeedback } from './repository.ts'

/** Mail to support about new feedback. The text is read from its row when the mail is composed. */
export const feedbackReceived = defineMail('feedback.came', z.object({ feedbackId: z.number().int() }))

/** Copy for the sender. */
export const feedbackCopy = defineMail('feedback.copy', z.object({ feedbackId: z.number().int() }))

type StoredFeedback = NonNullable<Awaited<ReturnType<typeof findFeedback>>>

export const feedbackMails = (
  productName: string,
  find: (id: number) => Promise<StoredFeedback | undefined>,
): MailTemplate[] => [
  mailTemplate(feedbackReceived, async ({ feedbackId }) => {
    const feedback = await find(feedbackId)
    return feedback ? report(feedback, productName) : null
  }),
  mailTemplate(feedbackCopy, async ({ feedbackId }) => {
    const feedback = await find(feedbackId)
    return feedback?.confirmed_at ? copy(feedback, productName) : null
  }),
]

/** Untrusted text: the mail parts escape it, and the mail frame removes line breaks from the subject. */
function report({ id, subject, message, email, account, user_id }: StoredFeedback, productName: string) {
  const replyTo = email ?? account
  return {
    subject: `Feedback for ${productName}: ${subject}`,
    preview: message.slice(0, 200),
    ...(replyTo ? { replyTo } : {}),
    content: parts(
      title(subject),
      paragraph(...lines(message)),
      note(
        `Number ${id}, `,
        user_id === null ? 'sent without being signed in. ' : `from the account ${account} (user ${user_id}). `,
        replyTo ? `Replies go to ${replyTo}.` : 'No reply address was given.',
      ),
    ),
  }
}

/** Goes only to senders who are logged in, at the address of their account. */
const copy = ({ id, subject, message, email, account }: StoredFeedback, productName: string) => ({
  subject: `Your message to ${productName}: ${subject}`,
  preview: message.slice(0, 200),
  content: parts(
    title(subject),
    paragraph(...lines(message)),
    note(`This is the copy you asked for. Your message has the number ${id}. We’ll reply to ${email ?? account}.`),
  ),
})

/** Keeps line breaks, but at most one empty line in a row, so that empty lines can't inflate the mail. */
const lines = (message: string): ReactNode[] =>
  message
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((line, index) => (index === 0 ? [line] : [createElement('br'), line]))
