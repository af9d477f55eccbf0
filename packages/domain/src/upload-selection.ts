import type { Frequency, Plan } from './plans.ts'

/** The channels within the plan's limit, in order. The others are paused. */
export const withinChannelLimit = <T>(plan: Pick<Plan, 'channelLimit'>, channels: readonly T[]): T[] =>
  channels.slice(0, plan.channelLimit)

/** An upload as seen by the filters, before a summary is requested. */
export interface UploadCandidate {
  videoId: string
  channelId: string
  publishedAt: Date
  /** Null if unknown; the filters then accept the upload. */
  kind: 'video' | 'short' | 'live' | 'upcoming' | null
  durationMs: number | null
}

export interface ScheduleFilters {
  skipShorts: boolean
  skipLive: boolean
  minMinutes: number
  maxPerChannel: number
}

export const defaultFilters: ScheduleFilters = { skipShorts: true, skipLive: true, minMinutes: 0, maxPerChannel: 5 }

/** Why a run skips an upload. `live` is temporary: once the stream has ended, it is a normal video. The others are permanent. */
export type SkipReason = 'short' | 'too_short' | 'beyond_newest' | 'live'

/** Decides for each upload, newest first, whether a run includes it (`leftOut` is null) or why not. */
export function selectUploads<T extends UploadCandidate>(
  candidates: readonly T[],
  filters: ScheduleFilters,
): { candidate: T; leftOut: SkipReason | null }[] {
  const countByChannel = new Map<string, number>()
  return candidates
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .map(candidate => {
      const reason = checkFilters(candidate, filters)
      if (reason) return { candidate, leftOut: reason }
      const count = countByChannel.get(candidate.channelId) ?? 0
      if (count >= filters.maxPerChannel) return { candidate, leftOut: 'beyond_newest' }
      countByChannel.set(candidate.channelId, count + 1)
      return { candidate, leftOut: null }
    })
}

function checkFilters({ kind, durationMs }: UploadCandidate, filters: ScheduleFilters): SkipReason | null {
  if (filters.skipShorts && kind === 'short') return 'short'
  if (filters.skipLive && (kind === 'live' || kind === 'upcoming')) return 'live'
  return durationMs !== null && durationMs < filters.minMinutes * 60_000 ? 'too_short' : null
}

const daysPerMonth = 365.25 / 12
const runsPerMonth: Record<Frequency, number> = {
  daily: daysPerMonth,
  alternate_days: daysPerMonth / 2,
  weekly: daysPerMonth / 7,
  biweekly: daysPerMonth / 14,
  monthly: 1,
}

/**
 * Estimates how many summaries a schedule needs per month, from the channels' recent uploads and the limit per channel and run.
 *
 * @param uploadsPerMonth One entry per channel; null if not known yet.
 * @returns Null if no channel's uploads are known.
 */
export function forecastPerMonth(
  uploadsPerMonth: readonly (number | null)[],
  frequency: Frequency,
  maxPerChannel: number,
): number | null {
  const known = uploadsPerMonth.filter(count => count !== null)
  if (known.length === 0) return null
  const maxPerMonth = maxPerChannel * runsPerMonth[frequency]
  return Math.ceil(known.reduce((sum, count) => sum + Math.min(count, maxPerMonth), 0) - 1e-9)
}
