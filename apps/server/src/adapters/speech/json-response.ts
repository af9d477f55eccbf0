import type { z } from 'zod'
import type { OutboundResponse } from '../outbound/fetch.ts'
import { assertOkStatus, unusable } from './failed-call.ts'

/** Parses and validates a JSON response. Throws `FailedCall`. */
export function parseJsonResponse<T>(response: OutboundResponse, schema: z.ZodType<T>): T {
  assertOkStatus(response)
  if (response.body.length === 0) throw unusable('the response is empty')
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(response.body).toString('utf8'))
  } catch {
    // Without the parser's error, which would repeat the response in the log.
    throw unusable('the response is not JSON')
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw unusable('the JSON of the response has an unexpected structure')
  return parsed.data
}
