import type { Client, SummaryEvent, SummaryItem } from '@recaps/contract'
import type { QueryClient } from '@tanstack/react-query'
import { dropKept } from '../../kept/queries.ts'
import type { Player } from '../../player/engine.ts'
import { refreshMonth } from '../../subscriptions/queries.ts'
import { withEvent } from '../cache.ts'
import { cachedItem, changeCached, isDropped, readAgain, refreshLists } from '../queries.ts'
import { type FollowDeps, followEvents } from './follow-events.ts'
import { readNewest } from './newest.ts'

interface LiveDeps {
  client: Client
  cache: QueryClient
  open: FollowDeps['open']
  onLive(isLive: boolean): void
  player: Player
  signal: AbortSignal
}

/** Whoever looks at another tab for a moment finds the stream as it was. */
const graceMs = 10_000
/** What is not known here may be one of many. */
const gatherMs = 300

/**
 * Follows the events of the user's summaries while somebody looks at the page, and lays them over what is cached. A hidden page
 * follows none: each stream holds one of the six connections that a browser has to a server, for all its tabs together.
 */
export function followWhileSeen({ client, cache, open, onLive, player, signal }: LiveDeps): void {
  let stream: AbortController | undefined
  let ending: ReturnType<typeof setTimeout> | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined
  const report = (error: unknown) => console.error('A summary could not be read again:', error)

  /** They were deleted in another window, or on another device: nothing of them is to be heard or kept here. */
  const onDeleted = (ids: readonly number[]) => {
    if (ids.length === 0) return
    player.forget(ids)
    dropKept(cache, ids)
  }
  const readAll = () => readNewest(client, cache).then(({ gone }) => onDeleted(gone), report)
  /** Of the unknown the list is read again, once for all that come together. */
  const gather = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void readAll().then(() => refreshLists(cache))
    }, gatherMs)
  }

  const onEvent = (event: SummaryEvent) => {
    const before = cachedItem(cache, event.id)
    changeCached(cache, item => withEvent(item, event), event.id)
    if (event.deleted && !isDropped(cache, event.id)) onDeleted([event.id])
    if (event.audio === 'ready' && before?.audio !== 'ready') player.onReady(event.id)
    if (!before) return event.deleted ? undefined : gather()
    if (!isTurn(before, event)) return
    if (!event.deleted) readAgain(client, cache, event.id).catch(report)
    void refreshMonth(cache)
  }

  let isLive = false
  const tell = (now: boolean) => {
    if (now === isLive) return
    isLive = now
    onLive(now)
    // What happened while nobody listened.
    if (now) void readAll()
  }

  const stop = () => {
    stream?.abort()
    stream = undefined
  }
  const look = () => {
    clearTimeout(ending)
    if (document.visibilityState !== 'visible') {
      ending = setTimeout(stop, graceMs)
    } else if (stream) {
      // A connection that died while the device slept is not missed at once.
      if (isLive) void readAll()
    } else {
      stream = new AbortController()
      void followEvents({ open, onEvent, onLive: tell, signal: stream.signal })
    }
  }
  document.addEventListener('visibilitychange', look, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(ending)
    clearTimeout(gathering)
    stop()
  })
  look()
}

/** While work goes on the event says all; at its turns the text or the sound has to be read. */
const isTurn = (before: SummaryItem, event: SummaryEvent) =>
  before.state !== event.state ||
  before.audio !== event.audio ||
  before.code !== event.code ||
  before.deleted !== event.deleted
