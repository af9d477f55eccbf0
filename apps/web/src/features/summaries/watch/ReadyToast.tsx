import type { SummaryItem } from '@recaps/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useToast } from '../../../ui/Toast.tsx'
import { texts } from '../texts.ts'
import { videoTitle } from '../video-title.ts'
import { findNewlyReady, idsInProgress, isShownOn } from './newly-ready.ts'

/** Summaries that become ready within this time of each other share one toast. */
export const readyBatchMs = 1500

/** Shows a toast when a requested summary becomes ready on a page that does not show it; waits while the page is hidden. */
export function ReadyToast({ items }: { items: readonly SummaryItem[] }) {
  const { notify, notShownHere } = useReadyToast()
  const inWork = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    // Filter before the delay too: the page open now shows the summary, even if the user leaves it at once.
    const ready = notShownHere(findNewlyReady(inWork.current, items))
    inWork.current = idsInProgress(items)
    if (ready.length > 0) notify(ready)
  }, [items, notify, notShownHere])
  return null
}

function useReadyToast() {
  const navigate = useNavigate()
  const toast = useToast()
  const { pathname } = useLocation()
  const location = useRef({ pathname, navigate })
  useEffect(() => {
    location.current = { pathname, navigate }
  })
  const [readyToast] = useState(() => {
    const notShownHere = (items: readonly SummaryItem[]) =>
      items.filter(({ id }) => !isShownOn(location.current.pathname, id))
    const show = (items: readonly SummaryItem[]) => {
      const [first, ...others] = notShownHere(items)
      if (!first) return
      const path = others.length === 0 ? `/history-detail/${first.id}` : '/tabs/history'
      const text = others.length === 0 ? texts.isReady(videoTitle(first.videoInfo)) : texts.areReady(others.length + 1)
      const open = { label: texts.open, onPress: () => void location.current.navigate(path) }
      toast({ text, tone: 'success', action: open })
    }
    const { add: notify, stop } = createBatcher(show)
    return { notShownHere, notify, stop }
  })
  useEffect(() => readyToast.stop, [readyToast])
  return readyToast
}

/** Collects items that arrive close together and flushes them as one batch once the page is visible. */
function createBatcher(onBatch: (items: readonly SummaryItem[]) => void) {
  let pending: SummaryItem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', flush)
    onBatch(pending)
    pending = []
  }
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', flush)
  }
  return {
    stop,
    add(items: readonly SummaryItem[]) {
      stop()
      pending.push(...items)
      timer = setTimeout(() => {
        document.addEventListener('visibilitychange', flush)
        flush()
      }, readyBatchMs)
    },
  }
}
