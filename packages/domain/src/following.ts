import type { Frequency, Plan } from './plans.ts'

/** The first so many of its channels are followed, as far as the plan goes; the others wait until there is room. */
export const followed = <T>(plan: Pick<Plan, 'channelLimit'>, channels: readonly T[]): T[] =>
  channels.slice(0, plan.channelLimit)

/** An upload as it is judged before anything is asked for. */
export interface Candidate {
  videoId: string
  channelId: string
  publishedAt: Date
  /** Null where nobody knows: it is taken then. */
  kind: 'video' | 'short' | 'live' | 'upcoming' | null
  durationMs: number | null
}

export interface Filters {
  skipShorts: boolean
  skipLive: boolean
  minMinutes: number
  maxPerChannel: number
}

/** What holds for whoever has chosen nothing. */
export const defaultFilters: Filters = { skipShorts: true, skipLive: true, minMinutes: 0, maxPerChannel: 5 }

/**
 * Why a run does not bring an upload: `short`, `too_short` and `beyond_newest` for good, `live` until it has ended: a stream
 * that is over is a video like any other.
 */
export type LeftOut = 'short' | 'too_short' | 'beyond_newest' | 'live'

/** What becomes of each: null for those that are brought, the newest of each channel. */
export function choose<T extends Candidate>(
  candidates: readonly T[],
  filters: Filters,
): { candidate: T; leftOut: LeftOut | null }[] {
  const taken = new Map<string, number>()
  return candidates
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .map(candidate => {
      const refused = refuse(candidate, filters)
      if (refused) return { candidate, leftOut: refused }
      const count = taken.get(candidate.channelId) ?? 0
      if (count >= filters.maxPerChannel) return { candidate, leftOut: 'beyond_newest' }
      taken.set(candidate.channelId, count + 1)
      return { candidate, leftOut: null }
    })
}

function refuse({ kind, durationMs }: Candidate, filters: Filters): LeftOut | null {
  if (filters.skipShorts && kind === 'short') return 'short'
  if (filters.skipLive && (kind === 'live' || kind === 'upcoming')) return 'live'
  return durationMs !== null && durationMs < filters.minMinutes * 60_000 ? 'too_short' : null
}

const daysAMonth = 365.25 / 12
const runsAMonth: Record<Frequency, number> = {
  daily: daysAMonth,
  alternate_days: daysAMonth / 2,
  weekly: daysAMonth / 7,
  biweekly: daysAMonth / 14,
  monthly: 1,
}

/**
 * How many summaries a month of this takes, as channels have uploaded lately: no run brings more of one channel than it may.
 *
 * @param uploadsPerMonth For each channel; null where nobody knows yet.
 * @returns Null while not one of them is known.
 */
export function forecastPerMonth(
  uploadsPerMonth: readonly (number | null)[],
  frequency: Frequency,
  maxPerChannel: number,
): number | null {
  const known = uploadsPerMonth.filter(count => count !== null)
  if (known.length === 0) return null
  const most = maxPerChannel * runsAMonth[frequency]
  return Math.ceil(known.reduce((sum, count) => sum + Math.min(count, most), 0) - 1e-9)
}
