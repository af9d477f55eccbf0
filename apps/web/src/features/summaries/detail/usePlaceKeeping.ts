import type { Summary } from '@recaps/contract'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../queries.ts'
import { readingOrder } from './read-along.ts'

/** How long scrolling has to rest before the place is kept. */
const restMs = 1500

/**
 * Keeps the first sentence in view as the reader's place, and marks the summary as read, where it is their own. Gives the
 * place of the last visit once, so that the page can offer to go there.
 */
export function usePlaceKeeping(summary: Summary): { resumeAt: number | null } {
  const { mutate } = useChange()
  const { id, content, unread } = summary
  const [startedAt] = useState(summary.readPosition)
  const isKept = content !== null && summary.access === 'own'

  // Once, when the text is there: whoever marks it as unread afterwards means it.
  const hasSeen = useRef(false)
  useEffect(() => {
    if (!isKept || hasSeen.current) return
    hasSeen.current = true
    if (unread) mutate({ id, unread: false })
  }, [isKept, unread, id, mutate])

  useEffect(() => {
    if (!isKept) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let kept = -1
    const keep = () => {
      const place = firstInView()
      if (place === null || place === kept) return
      kept = place
      mutate({ id, readPosition: place })
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, restMs)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
    }
  }, [isKept, id, mutate])

  const count = content ? readingOrder(content).length : 0
  const isWorthwhile = startedAt !== null && startedAt > 2 && startedAt < count - 2
  return { resumeAt: isWorthwhile ? startedAt : null }
}

export const sentencesOnPage = () => document.querySelectorAll<HTMLElement>('.section .sentence')

function firstInView(): number | null {
  const index = [...sentencesOnPage()].findIndex(sentence => sentence.getBoundingClientRect().bottom > 80)
  return index < 0 ? null : index
}
