import { z } from 'zod'
import { failureCodes } from './failures.ts'
import { id, timestamp } from './schemas.ts'
import { origins } from './summary-shape.ts'

/** Why a quota unit was refunded, or was charged although there is no text. */
export const releaseReasons = [...failureCodes, 'duplicate', 'replaced', 'deleted'] as const

/**
 * One unit of the monthly quota: reserved when a summary is requested; committed when its text can be read, or when it is
 * cancelled after it has cost money; released otherwise.
 */
export const usageEntry = z.object({
  id,
  /** Null if the summary was deleted. */
  summaryId: id.nullable(),
  /** Title of the video. */
  title: z.string(),
  origin: z.enum(origins),
  state: z.enum(['reserved', 'committed', 'released']),
  reason: z.enum(releaseReasons).nullable(),
  createdAt: timestamp,
})
export type UsageEntry = z.infer<typeof usageEntry>
