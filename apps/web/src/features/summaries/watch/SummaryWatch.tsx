import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useConnection } from '../../../api/ConnectionContext.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { allItems } from '../cache.ts'
import { isFinal } from '../progress.ts'
import { useSummaryList } from '../queries.ts'
import {
  alignToServerClock,
  type GeneratingFlag,
  generatingTimeoutMs,
  isStillGenerating,
  pollMs,
} from './generating-flag.ts'
import { ReadyToast } from './ReadyToast.tsx'
import { syncNewestSummaries } from './sync-newest.ts'
import { WatchContext } from './WatchContext.ts'

/** Keeps the user's summaries up to date on every page: by server-sent events, or by polling without them. */
export function SummaryWatch({ children }: { children: ReactNode }) {
  const isLive = useEvents()
  const { items, isGenerating, begin } = useGenerating()
  usePoll(!isLive && (isGenerating || items.some(item => !isFinal(item))))
  const watch = useMemo(() => ({ isGenerating, begin }), [isGenerating, begin])
  return (
    <WatchContext value={watch}>
      {children}
      <ReadyToast items={items} />
    </WatchContext>
  )
}

function useEvents(): boolean {
  const { client, openEvents } = useConnection()
  const cache = useQueryClient()
  const player = usePlayer()
  const [isLive, setLive] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    import('./live-updates.ts')
      .then(({ followWhileVisible }) => {
        if (!signal.aborted) followWhileVisible({ client, cache, open: openEvents, onLive: setLive, player, signal })
      })
      // The list is polled every 5 s instead.
      .catch(error => console.error('Loading the event stream failed, polling instead:', error))
    return () => stop.abort()
  }, [client, openEvents, cache, player])

  return isLive
}

function useGenerating() {
  const list = useSummaryList()
  const items = useMemo(() => allItems(list.data), [list.data])
  const [flag, setFlag] = useState<GeneratingFlag | null>(null)

  useEffect(() => {
    if (!flag) return
    const clearIfOver = () =>
      setFlag(current => (current && !isStillGenerating(current, items, Date.now()) ? null : current))
    clearIfOver()
    const timer = setTimeout(clearIfOver, flag.setAtMs + generatingTimeoutMs - Date.now())
    return () => clearTimeout(timer)
  }, [flag, items])

  const begin = useMemo(
    () => () => {
      const newFlag: GeneratingFlag = { sinceMs: Date.now(), setAtMs: Date.now() }
      setFlag(newFlag)
      return {
        succeeded: (summary: { createdAt: string }) =>
          setFlag(current => (current === newFlag ? alignToServerClock(newFlag, summary) : current)),
        failed: () => setFlag(current => (current === newFlag ? null : current)),
      }
    },
    [],
  )
  return { items, isGenerating: flag !== null, begin }
}

/** Polls every 5 s while the page is visible. */
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
    queryFn: ({ signal }) => syncNewestSummaries(client, cache, signal).then(({ ids }) => ids),
  })
}
