import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useConnection } from '../../../api/ConnectionContext.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { allItems } from '../cache.ts'
import { isSettled } from '../progress.ts'
import { useSummaryList } from '../queries.ts'
import { alignedTo, type Generating, generatingTimeoutMs, isStillGenerating, pollMs } from './generating.ts'
import { readNewest } from './newest.ts'
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
  const player = usePlayer()
  const [isLive, setLive] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    import('./live.ts')
      .then(({ followWhileSeen }) => {
        if (!signal.aborted) followWhileSeen({ client, cache, open: openEvents, onLive: setLive, player, signal })
      })
      // Without them the list is asked every 5 s.
      .catch(error => console.error('Events cannot be followed:', error))
    return () => stop.abort()
  }, [client, openEvents, cache, player])

  return isLive
}

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
    queryFn: ({ signal }) => readNewest(client, cache, signal).then(({ ids }) => ids),
  })
}
