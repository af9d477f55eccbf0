import type { SummaryItem } from '@recaps/contract'
import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Whoever deletes a row goes on with its neighbour, and whoever ends the selection with the heading: the focus would fall to
 * the top of the window with what is gone. Returns what each row tells of the focus, also of that in what it has opened.
 */
export function useFocusGoesOn(items: readonly SummaryItem[], isSelecting: boolean) {
  const last = useRef<{ id: number; neighbour: Element | null }>(null)
  const wasSelecting = useRef(isSelecting)
  useEffect(() => {
    const gone = items.some(({ id }) => id === last.current?.id) ? null : last.current
    const hasEnded = wasSelecting.current && !isSelecting
    wasSelecting.current = isSelecting
    if (gone) last.current = null
    if ((!gone && !hasEnded) || document.activeElement !== document.body) return
    const next = gone?.neighbour?.isConnected && gone.neighbour.querySelector<HTMLElement>('a, input')
    const heading = document.querySelector('h1')
    ;(next || heading)?.focus({ preventScroll: true })
  })
  return useRef((id: number, { currentTarget: row }: FocusEvent) => {
    last.current = { id, neighbour: row.nextElementSibling ?? row.previousElementSibling }
  }).current
}

export type TellFocus = ReturnType<typeof useFocusGoesOn>
