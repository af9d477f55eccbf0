import { z } from 'zod'
import { failureCodes } from './failures.ts'
import { id, instant } from './schemas.ts'
import { origins } from './summary-shape.ts'

/** Why a place in the month was given back, or stays taken without a text. */
export const returnReasons = [...failureCodes, 'duplicate', 'replaced', 'deleted'] as const

/**
 * A place in the month: taken when a summary is asked for, spent when its text can be read or when it was cancelled after
 * money was spent on it, given back when it comes to nothing otherwise.
 */
export const usageEntry = z.object({
  id,
  /** Null for a summary that is deleted. */
  summaryId: id.nullable(),
  /** Of its video. */
  title: z.string(),
  origin: z.enum(origins),
  state: z.enum(['reserved', 'committed', 'released']),
  reason: z.enum(returnReasons).nullable(),
  createdAt: instant,
})
export type UsageEntry = z.infer<typeof usageEntry>
