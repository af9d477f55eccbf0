import type { ChannelHealth } from '@recaps/contract/schedules'
import { dayMs } from './poll-times.ts'

export interface ChannelHealthState {
  health: ChannelHealth
  health_since: Date | null
  /** When the channel was first found gone, until a second check confirms it. */
  gone_seen_at: Date | null
  gone_as: 'private' | 'deleted' | null
}

/** Status of a channel as found by a poll. `unknown`: the poll failed and YouTube gave no reason. */
export type ChannelStatus = 'there' | 'private' | 'deleted' | 'unknown'

const pausedAs = { private: 'paused_private', deleted: 'paused_deleted' } as const

/**
 * Pauses a channel that was found gone twice, at least a day apart, and resumes it as soon as it is found again. A channel
 * blocked by the operator stays blocked.
 */
export function nextChannelHealth(before: ChannelHealthState, seen: ChannelStatus, now: Date): ChannelHealthState {
  const { health, health_since, gone_seen_at } = before
  if (seen === 'unknown' || health === 'blocked') return before
  if (seen === 'there') return { health: 'ok', health_since: null, ...notGone }
  if (health === pausedAs[seen]) return { health, health_since, ...notGone }
  if (gone_seen_at === null) return { health, health_since, gone_seen_at: now, gone_as: seen }
  if (now.getTime() - gone_seen_at.getTime() < dayMs) return { ...before, gone_as: seen }
  return { health: pausedAs[seen], health_since: now, ...notGone }
}

const notGone = { gone_seen_at: null, gone_as: null }
