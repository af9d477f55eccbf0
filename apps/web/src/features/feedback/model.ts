import { emailPattern } from '@recaps/domain/email-address'
import * as z from 'zod/mini'
import { texts } from './texts.ts'

z.config({ jitless: true })

export const feedbackForm = z.object({
  subject: z.string().check(z.trim(), z.minLength(1, texts.subjectRequired), z.maxLength(200, texts.subjectLong)),
  message: z.string().check(z.trim(), z.minLength(1, texts.messageRequired), z.maxLength(10_000, texts.messageLong)),
  email: z.union([
    z.literal(''),
    z
      .string()
      .check(z.email({ pattern: emailPattern, error: texts.emailInvalid }), z.maxLength(254, texts.emailInvalid)),
  ]),
})
export type FeedbackForm = z.infer<typeof feedbackForm>
