import { useEffect } from 'react'
import { useConnection } from '../../api/ConnectionContext.tsx'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'

/** How long before the end the next audio is fetched. */
const prefetchMs = 60_000

/** Prefetches the next audio so that it starts without a gap. */
export function usePrefetchNext() {
  const player = usePlayer()
  const { prefetch } = useConnection()
  const nextUrl = usePlayerState(state => state.queue[1]?.audioUrl)
  const isNear = usePlayerState(
    state => state.isPlaying && state.durationMs > 0 && state.durationMs - state.timeMs < prefetchMs,
  )
  useEffect(() => {
    if (!nextUrl || !isNear) return
    player.renewNextUrl()
    const abort = new AbortController()
    void prefetch(nextUrl, abort.signal)
    return () => abort.abort()
  }, [player, nextUrl, isNear, prefetch])
}
