import { type FocusEvent, useLayoutEffect, useRef } from 'react'

interface FocusedRow {
  element: Element
  list: Element | null
  index: number
  heading: HTMLElement | null | undefined
}

/**
 * When the focused row of a list is removed, moves the focus to the row that takes its place, or the last one, or the heading if
 * none is left. Pass the returned function as `onFocus` to the list, and to anything else that may be removed.
 */
export function useFocusNextRow() {
  const lastFocused = useRef<FocusedRow | null>(null)
  useLayoutEffect(() => {
    const last = lastFocused.current
    if (!last || last.element.isConnected || document.activeElement !== document.body) return
    lastFocused.current = null
    const rows = last.list?.isConnected ? last.list.children : []
    const control = rows[Math.min(last.index, rows.length - 1)]?.querySelector<HTMLElement>('a[href], button')
    if (control) return control.focus()
    const heading = last.heading?.isConnected ? last.heading : document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  })
  return ({ target, currentTarget }: FocusEvent) => {
    // A row's menu is elsewhere in the page, and may still have the focus when the row is removed.
    if (!currentTarget.contains(target)) return
    const row = target.closest('li')
    const list = row?.parentElement ?? null
    const index = list && row ? [...list.children].indexOf(row) : 0
    const heading = currentTarget.closest('section')?.querySelector('h2')
    lastFocused.current = { element: row ?? target, list, index, heading }
  }
}
