import type { SummaryItem } from '@recaps/contract'
import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Moves the focus to the neighbour of a deleted row, or to the heading when the selection ends. Otherwise the browser would reset
 * it to the top of the document. Returns a focus handler for the rows, which also covers the menus and sheets they open.
 */
export function useFocusAfterRemoval(items: readonly SummaryItem[], isSelecting: boolean) {
  const last = useRef<{ id: number; neighbour: Element | null }>(null)
  const wasSelecting = useRef(isSelecting)
  useEffect(() => {
    const deleted = items.some(({ id }) => id === last.current?.id) ? null : last.current
    const hasEnded = wasSelecting.current && !isSelecting
    wasSelecting.current = isSelecting
    if (deleted) last.current = null
    if ((!deleted && !hasEnded) || document.activeElement !== document.body) return
    const next = deleted?.neighbour?.isConnected && deleted.neighbour.querySelector<HTMLElement>('a, input')
    const heading = document.querySelector('h1')
    ;(next || heading)?.focus({ preventScroll: true })
  })
  return useRef((id: number, { currentTarget: row }: FocusEvent) => {
    last.current = { id, neighbour: row.nextElementSibling ?? row.previousElementSibling }
  }).current
}

export type RowFocusHandler = ReturnType<typeof useFocusAfterRemoval>
