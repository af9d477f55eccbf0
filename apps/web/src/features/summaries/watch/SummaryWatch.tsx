import type { SummaryEvent, SummaryItem } from '@recaps/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useConnection } from '../../../api/ConnectionContext.tsx'
import { refreshMonth } from '../../subscriptions/queries.ts'
import { allItems, withEvent } from '../cache.ts'
import { isSettled } from '../progress.ts'
import { cachedItem, changeCached, readAgain, readNewest, useSummaryList } from '../queries.ts'
import { followEvents } from './follow-events.ts'
import { alignedTo, type Generating, generatingTimeoutMs, isStillGenerating, pollMs } from './generating.ts'
import { ReadyNews } from './ReadyNews.tsx'
import { WatchContext } from './WatchContext.ts'

/** Follows the user's summaries for the whole app, whatever page is open: by events, or by the poll without them. */
export function SummaryWatch({ children }: { children: ReactNode }) {
  const isLive = useEvents()
  const { items, isGenerating, begin } = useGenerating()
  usePoll(!isLive && (isGenerating || items.some(item => !isSettled(item))))
  const watch = useMemo(() => ({ isGenerating, begin }), [isGenerating, begin])
  return (
    <WatchContext value={watch}>
      {children}
      <ReadyNews items={items} />
    </WatchContext>
  )
}

function useEvents(): boolean {
  const { client, openEvents } = useConnection()
  const cache = useQueryClient()
  const [isLive, setLive] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    let wasLive = false
    const report = (error: unknown) => console.error('A summary could not be read again:', error)
    const onEvent = (event: SummaryEvent) => {
      const before = cachedItem(cache, event.id)
      changeCached(cache, item => withEvent(item, event), event.id)
      if (before && !isTurn(before, event)) return
      if (!event.deleted) readAgain(client, cache, event.id).catch(report)
      void refreshMonth(cache)
    }
    const onLive = (now: boolean) => {
      if (now === wasLive) return
      wasLive = now
      setLive(now)
      // What happened while nobody listened.
      if (now) readNewest(client, cache).catch(report)
    }
    // A connection that died while the device slept is not missed at once.
    const onLook = () => document.visibilityState === 'visible' && wasLive && readNewest(client, cache).catch(report)
    document.addEventListener('visibilitychange', onLook, { signal: stop.signal })
    void followEvents({ open: openEvents, onEvent, onLive, signal: stop.signal })
    return () => stop.abort()
  }, [client, openEvents, cache])

  return isLive
}

/** While work goes on the event says all; at its turns the text or the sound has to be read. */
const isTurn = (before: SummaryItem, event: SummaryEvent) =>
  before.state !== event.state ||
  before.audio !== event.audio ||
  before.code !== event.code ||
  before.deleted !== event.deleted

function useGenerating() {
  const list = useSummaryList()
  const items = useMemo(() => allItems(list.data), [list.data])
  const [flag, setFlag] = useState<Generating | null>(null)

  useEffect(() => {
    if (!flag) return
    const clearIfOver = () => setFlag(now => (now && !isStillGenerating(now, items, Date.now()) ? null : now))
    clearIfOver()
    const timer = setTimeout(clearIfOver, flag.setAtMs + generatingTimeoutMs - Date.now())
    return () => clearTimeout(timer)
  }, [flag, items])

  const begin = useMemo(
    () => () => {
      const mine: Generating = { sinceMs: Date.now(), setAtMs: Date.now() }
      setFlag(mine)
      return {
        asked: (entry: { createdAt: string }) => setFlag(now => (now === mine ? alignedTo(mine, entry) : now)),
        refused: () => setFlag(now => (now === mine ? null : now)),
      }
    },
    [],
  )
  return { items, isGenerating: flag !== null, begin }
}

/** Every 5 s, but not while the page is hidden. */
function usePoll(isOn: boolean) {
  const { client } = useConnection()
  const cache = useQueryClient()
  useQuery({
    queryKey: ['summaries', 'poll'],
    enabled: isOn,
    refetchInterval: pollMs,
    refetchIntervalInBackground: false,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => readNewest(client, cache, signal).then(items => items.map(item => item.id)),
  })
}
