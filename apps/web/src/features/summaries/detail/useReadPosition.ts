import type { Summary } from '@recaps/contract'
import { useEffect, useRef, useState } from 'react'
import { useUpdateSummary } from '../queries.ts'
import { readingOrder } from './read-along.ts'

/** Pause in scrolling before the position is saved. */
const saveDelayMs = 1500

/**
 * For the user's own summaries, saves the first visible sentence as the reading position and marks the summary as read.
 * Returns the position of the last visit, or null if there is nothing worth resuming.
 */
export function useReadPosition(summary: Summary): { resumeAt: number | null } {
  const { mutate } = useUpdateSummary()
  const { id, content, unread } = summary
  const [startedAt] = useState(summary.readPosition)
  const canSave = content !== null && summary.access === 'own'

  // Only once, when the text appears: the user may mark it as unread afterwards.
  const hasMarkedRead = useRef(false)
  useEffect(() => {
    if (!canSave || hasMarkedRead.current) return
    hasMarkedRead.current = true
    if (unread) mutate({ id, unread: false })
  }, [canSave, unread, id, mutate])

  useEffect(() => {
    if (!canSave) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let saved = -1
    const save = () => {
      const position = firstInView()
      if (position === null || position === saved) return
      saved = position
      mutate({ id, readPosition: position })
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(save, saveDelayMs)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onScroll)
    }
  }, [canSave, id, mutate])

  const count = content ? readingOrder(content).length : 0
  const isWorthResuming = startedAt !== null && startedAt > 2 && startedAt < count - 2
  return { resumeAt: isWorthResuming ? startedAt : null }
}

export const sentencesOnPage = () => document.querySelectorAll<HTMLElement>('.section .sentence')

function firstInView(): number | null {
  const index = [...sentencesOnPage()].findIndex(sentence => sentence.getBoundingClientRect().bottom > 80)
  return index < 0 ? null : index
}
