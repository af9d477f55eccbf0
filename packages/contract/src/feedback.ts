import { emailPattern } from '@recaps/domain/email-address'
import { z } from 'zod'
import { route } from './route.ts'
import { id, minTrimmedLength, timestamp } from './schemas.ts'

export const feedbackBody = z.object({
  subject: z
    .string()
    .trim()
    .min(1, { error: 'Please enter a subject' })
    .max(200, { error: 'The subject must be at most 200 characters' })
    .meta(minTrimmedLength(1)),
  message: z
    .string()
    .trim()
    .min(1, { error: 'Please enter a message' })
    .max(10_000, { error: 'The message must be at most 10,000 characters' })
    .meta(minTrimmedLength(1)),
  /** Reply address. Forms may send it empty. */
  email: z
    .union([
      z.literal(''),
      z.email({ pattern: emailPattern, error: 'Please enter a valid email' }).max(254).meta({ format: 'idn-email' }),
    ])
    .nullish(),
  /** Also sends a copy to the confirmed address of the sender's account, and to no other address. */
  copy: z.boolean().nullish(),
})

export const feedbackEntry = z.object({
  id,
  email: z.email({ pattern: emailPattern }).meta({ format: 'idn-email' }).nullable(),
  subject: z.string(),
  message: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
})
export type FeedbackEntry = z.infer<typeof feedbackEntry>

export const feedback = {
  send: route({
    method: 'POST',
    path: '/api/feedback',
    summary: 'Send a message to support, logged in or not',
    access: 'public',
    body: feedbackBody,
    responses: { 200: z.object({ success: z.literal(true), message: z.string(), data: feedbackEntry }) },
  }),
}
