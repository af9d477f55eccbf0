import { z } from 'zod'
import { failureCodes } from './failures.ts'

/** ISO 8601 in UTC, ending in `Z`. */
export const timestamp = z.iso.datetime()
export const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** Accepts only plain digits: `0x10` and `1e3` are not ids. */
export const idParam = z.object({
  id: z.coerce
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: 999_999_999_999_999 }),
})

/** Pattern for the API document, which describes texts before trimming: at least this many characters must remain. */
export const minTrimmedLength = (atLeast: 1 | 2 | 3) => ({
  pattern: { 1: String.raw`\S`, 2: String.raw`\S[\s\S]*\S`, 3: String.raw`\S[\s\S]+\S` }[atLeast],
})

export const failureCode = z.enum(failureCodes)

/** `requestId` identifies the request in the logs; support asks users for it. */
export const errorResponse = z.object({ error: z.string(), code: failureCode, requestId: z.string() })
export type ErrorResponse = z.infer<typeof errorResponse>

export const pagination = z.object({
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
  totalPages: z.number().int(),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
})
export type Pagination = z.infer<typeof pagination>

export const span = z.object({ startMs: z.number().int(), endMs: z.number().int() })
export type Span = z.infer<typeof span>
