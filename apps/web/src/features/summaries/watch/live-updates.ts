import type { Client, SummaryEvent, SummaryItem } from '@recaps/contract'
import type { QueryClient } from '@tanstack/react-query'
import { deleteOfflineCopies } from '../../offline/queries.ts'
import type { Player } from '../../player/engine.ts'
import { refetchEntitlement } from '../../subscriptions/queries.ts'
import { applyEvent } from '../cache.ts'
import { cachedItem, isDeletedHere, refetchSummary, refreshLists, updateCachedSummary } from '../queries.ts'
import { type FollowEventsDeps, followEvents } from './follow-events.ts'
import { syncNewestSummaries } from './sync-newest.ts'

interface LiveDeps {
  client: Client
  cache: QueryClient
  open: FollowEventsDeps['open']
  onLive(isLive: boolean): void
  player: Player
  signal: AbortSignal
}

/** The stream stays open this long after the page is hidden, for short visits to another tab. */
const graceMs = 10_000
/** Events for unknown summaries within this time cause one refetch. */
const refetchDelayMs = 300

/**
 * Follows summary events while the page is visible and applies them to the cache. A hidden page closes its stream, because browsers
 * allow only six connections per server across all tabs.
 */
export function followWhileVisible({ client, cache, open, onLive, player, signal }: LiveDeps): void {
  let stream: AbortController | undefined
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  let refetchTimer: ReturnType<typeof setTimeout> | undefined
  const report = (error: unknown) => console.error('Refetching summaries failed:', error)

  /** Drops summaries deleted in another window or on another device from the player and the offline store. */
  const onDeleted = (ids: readonly number[]) => {
    if (ids.length === 0) return
    player.removeDeleted(ids)
    deleteOfflineCopies(cache, ids)
  }
  const sync = () => syncNewestSummaries(client, cache).then(({ deletedIds }) => onDeleted(deletedIds), report)
  /** Refetches the list for summaries that are not cached, once per burst of events. */
  const scheduleRefetch = () => {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined
      void sync().then(() => refreshLists(cache))
    }, refetchDelayMs)
  }

  const onEvent = (event: SummaryEvent) => {
    const before = cachedItem(cache, event.id)
    updateCachedSummary(cache, item => applyEvent(item, event), event.id)
    if (event.deleted && !isDeletedHere(cache, event.id)) onDeleted([event.id])
    if (event.audio === 'ready' && before?.audio !== 'ready') player.onAudioReady(event.id)
    if (!before) return event.deleted ? undefined : scheduleRefetch()
    if (!needsRefetch(before, event)) return
    if (!event.deleted) refetchSummary(client, cache, event.id).catch(report)
    void refetchEntitlement(cache)
  }

  let isLive = false
  const reportLive = (nowLive: boolean) => {
    if (nowLive === isLive) return
    isLive = nowLive
    onLive(nowLive)
    // Catch up on changes missed while disconnected.
    if (nowLive) void sync()
  }

  const stop = () => {
    stream?.abort()
    stream = undefined
  }
  const onVisibilityChange = () => {
    clearTimeout(closeTimer)
    if (document.visibilityState !== 'visible') {
      closeTimer = setTimeout(stop, graceMs)
    } else if (stream) {
      // The connection may have died while the device slept, which is only noticed later.
      if (isLive) void sync()
    } else {
      stream = new AbortController()
      void followEvents({ open, onEvent, onLive: reportLive, signal: stream.signal })
    }
  }
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(closeTimer)
    clearTimeout(refetchTimer)
    stop()
  })
  onVisibilityChange()
}

/** Progress events are complete in themselves; a change of state may bring text or audio, which must be fetched. */
const needsRefetch = (before: SummaryItem, event: SummaryEvent) =>
  before.state !== event.state ||
  before.audio !== event.audio ||
  before.code !== event.code ||
  before.deleted !== event.deleted
