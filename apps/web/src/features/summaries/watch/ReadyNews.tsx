import type { SummaryItem } from '@recaps/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useToast } from '../../../ui/Toast.tsx'
import { texts } from '../texts.ts'
import { titleOf } from '../title.ts'
import { becameReady, idsInWork, isShownOn } from './news.ts'

/** What becomes ready within so long of each other is told in one. */
export const gatheringMs = 1500

/** Says on any other page that what its user asked for can be read and heard; once, and when they look. */
export function ReadyNews({ items }: { items: readonly SummaryItem[] }) {
  const { tell, news } = useTell()
  const inWork = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    // What is on the page now is seen to be ready, also by who leaves it in this moment.
    const ready = news(becameReady(inWork.current, items))
    inWork.current = idsInWork(items)
    if (ready.length > 0) tell(ready)
  }, [items, tell, news])
  return null
}

function useTell() {
  const navigate = useNavigate()
  const toast = useToast()
  const { pathname } = useLocation()
  const now = useRef({ pathname, navigate })
  useEffect(() => {
    now.current = { pathname, navigate }
  })
  const [teller] = useState(() => {
    const news = (items: readonly SummaryItem[]) => items.filter(({ id }) => !isShownOn(now.current.pathname, id))
    const show = (items: readonly SummaryItem[]) => {
      const [first, ...others] = news(items)
      if (!first) return
      const path = others.length === 0 ? `/history-detail/${first.id}` : '/tabs/history'
      const text = others.length === 0 ? texts.isReady(titleOf(first.videoInfo)) : texts.areReady(others.length + 1)
      const open = { label: texts.open, onPress: () => void now.current.navigate(path) }
      toast({ text, tone: 'success', action: open })
    }
    const { add: tell, stop } = gather(show)
    return { news, tell, stop }
  })
  useEffect(() => teller.stop, [teller])
  return teller
}

/** Hands on together what comes close together, as soon as somebody looks at the page. */
function gather(handOn: (items: readonly SummaryItem[]) => void) {
  let waiting: SummaryItem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const give = () => {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', give)
    handOn(waiting)
    waiting = []
  }
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', give)
  }
  return {
    stop,
    add(items: readonly SummaryItem[]) {
      stop()
      waiting.push(...items)
      timer = setTimeout(() => {
        document.addEventListener('visibilitychange', give)
        give()
      }, gatheringMs)
    },
  }
}
