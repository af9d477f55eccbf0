import { createElement, type ReactNode } from 'react'
import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { findFeedback } from './repository.ts'

/** What support reads of feedback. The words themselves stay in their row. */
export const feedbackCame = defineMail('feedback.came', z.object({ feedbackId: z.number().int() }))

/** What its writer keeps of it. */
export const feedbackCopy = defineMail('feedback.copy', z.object({ feedbackId: z.number().int() }))

type Told = NonNullable<Awaited<ReturnType<typeof findFeedback>>>

export const feedbackMails = (productName: string, find: (id: number) => Promise<Told | undefined>): MailTemplate[] => [
  mailTemplate(feedbackCame, async ({ feedbackId }) => {
    const told = await find(feedbackId)
    return told ? report(told, productName) : null
  }),
  mailTemplate(feedbackCopy, async ({ feedbackId }) => {
    const told = await find(feedbackId)
    return told?.confirmed_at ? copy(told, productName) : null
  }),
]

/** Text of strangers: parts escape it, and the frame takes line breaks out of the subject. */
function report({ id, subject, message, email, account, user_id }: Told, productName: string) {
  const answerTo = email ?? account
  return {
    subject: `Feedback for ${productName}: ${subject}`,
    preview: message.slice(0, 200),
    ...(answerTo ? { replyTo: answerTo } : {}),
    content: parts(
      title(subject),
      paragraph(...lines(message)),
      note(
        `Number ${id}, `,
        user_id === null ? 'sent without being signed in. ' : `from the account ${account} (user ${user_id}). `,
        answerTo ? `Answers go to ${answerTo}.` : 'No address to answer to was given.',
      ),
    ),
  }
}

/** To the one who wrote it, and who alone has an account that it could go to. */
const copy = ({ id, subject, message, email, account }: Told, productName: string) => ({
  subject: `Your message to ${productName}: ${subject}`,
  preview: message.slice(0, 200),
  content: parts(
    title(subject),
    paragraph(...lines(message)),
    note(`This is the copy that you asked for. Your message has the number ${id}; we answer to ${email ?? account}.`),
  ),
})

/** With their breaks, but no more than one empty line between two: a mail must not grow with what is not said. */
const lines = (message: string): ReactNode[] =>
  message
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((line, at) => (at === 0 ? [line] : [createElement('br'), line]))
