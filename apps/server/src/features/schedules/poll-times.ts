import type { ChannelHealth } from '@recaps/contract/schedules'

const hourMs = 3600_000
export const dayMs = 24 * hourMs

/** Columns of a channel that determine when it is polled next. */
export interface PollState {
  health: ChannelHealth
  failures: number
  hub_until: Date | null
  hub_told_at: Date | null
}

/**
 * Time of a channel's next poll: hourly; every four hours while the hub is known to report its uploads; with exponential
 * backoff, up to 12 hours, while polls fail; daily while it is gone. `share`, from 0 to 1, varies the interval by ±10 %.
 */
export const nextPollTime = (channel: PollState, now: Date, share: number): Date =>
  new Date(now.getTime() + intervalMs(channel, now) * (0.9 + 0.2 * share))

function intervalMs({ health, failures, hub_until, hub_told_at }: PollState, now: Date): number {
  if (health === 'paused_private' || health === 'paused_deleted') return dayMs
  if (failures > 0) return Math.min(hourMs * 2 ** Math.min(failures - 1, 10), 12 * hourMs)
  const hubReports = hub_told_at !== null && hub_until !== null && hub_until > now
  return hubReports ? 4 * hourMs : hourMs
}
