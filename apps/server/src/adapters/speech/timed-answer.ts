import type { z } from 'zod'
import type { OutboundAnswer } from '../outbound/fetch.ts'
import { refuseStatus, unusable } from './failed-call.ts'

/** The JSON of an answer, in the form that it should have. Throws `FailedCall`. */
export function jsonOf<T>(answer: OutboundAnswer, form: z.ZodType<T>): T {
  refuseStatus(answer)
  if (answer.body.length === 0) throw unusable('the answer is empty')
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(answer.body).toString('utf8'))
  } catch {
    // The error would repeat the answer in the log.
    throw unusable('the answer is no JSON')
  }
  const parsed = form.safeParse(value)
  if (!parsed.success) throw unusable('the answer has another form')
  return parsed.data
}
