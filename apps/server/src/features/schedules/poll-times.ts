import type { ChannelHealth } from '@recaps/contract/schedules'

const hourMs = 3600_000
export const dayMs = 24 * hourMs

/** What the next poll of a channel depends on. */
export interface Pace {
  health: ChannelHealth
  failures: number
  hub_until: Date | null
  hub_told_at: Date | null
}

/**
 * When a channel is asked again: hourly; every four hours while the hub tells of it and has been seen to; later and later
 * while it fails; daily while it is gone. `share`, from 0 to 1, spreads channels over a tenth more or less than that.
 */
export const nextPoll = (channel: Pace, now: Date, share: number): Date =>
  new Date(now.getTime() + pauseMs(channel, now) * (0.9 + 0.2 * share))

function pauseMs({ health, failures, hub_until, hub_told_at }: Pace, now: Date): number {
  if (health === 'paused_private' || health === 'paused_deleted') return dayMs
  if (failures > 0) return Math.min(hourMs * 2 ** Math.min(failures - 1, 10), 12 * hourMs)
  const hubTells = hub_told_at !== null && hub_until !== null && hub_until > now
  return hubTells ? 4 * hourMs : hourMs
}
