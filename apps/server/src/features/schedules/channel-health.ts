import type { ChannelHealth } from '@recaps/contract/schedules'
import { dayMs } from './poll-times.ts'

export interface Health {
  health: ChannelHealth
  health_since: Date | null
  /** When it was first found gone, while that has to be seen once more. */
  gone_seen_at: Date | null
  gone_as: 'private' | 'deleted' | null
}

/** What a poll has seen of a channel; `unknown`: it failed, and nobody would say. */
export type Seen = 'there' | 'private' | 'deleted' | 'unknown'

const pausedAs = { private: 'paused_private', deleted: 'paused_deleted' } as const

/**
 * A channel is given up when it was seen to be gone twice, a day apart, and is itself again as soon as it is seen. What
 * whoever runs the service has blocked stays blocked.
 */
export function healthAfter(before: Health, seen: Seen, now: Date): Health {
  const { health, health_since, gone_seen_at } = before
  if (seen === 'unknown' || health === 'blocked') return before
  if (seen === 'there') return { health: 'ok', health_since: null, ...notGone }
  if (health === pausedAs[seen]) return { health, health_since, ...notGone }
  if (gone_seen_at === null) return { health, health_since, gone_seen_at: now, gone_as: seen }
  if (now.getTime() - gone_seen_at.getTime() < dayMs) return { ...before, gone_as: seen }
  return { health: pausedAs[seen], health_since: now, ...notGone }
}

const notGone = { gone_seen_at: null, gone_as: null }
