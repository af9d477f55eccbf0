import { type FocusEvent, useLayoutEffect, useRef } from 'react'

interface Left {
  element: Element
  list: Element | null
  at: number
  heading: HTMLElement | null | undefined
}

/**
 * What is pressed in a list may leave the page with its row. The keyboard then goes on in the row that takes its place, or the
 * last one, and where none is left at the heading above. Give the answer to the list, and to what else leaves, as `onFocus`.
 */
export function useFocusBeside() {
  const left = useRef<Left | null>(null)
  useLayoutEffect(() => {
    const was = left.current
    if (!was || was.element.isConnected || document.activeElement !== document.body) return
    left.current = null
    const rows = was.list?.isConnected ? was.list.children : []
    const control = rows[Math.min(was.at, rows.length - 1)]?.querySelector<HTMLElement>('a[href], button')
    if (control) return control.focus()
    const heading = was.heading?.isConnected ? was.heading : document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  })
  return ({ target, currentTarget }: FocusEvent) => {
    // A menu of a row lies elsewhere in the page, and may still have the focus when the row goes.
    if (!currentTarget.contains(target)) return
    const row = target.closest('li')
    const list = row?.parentElement ?? null
    const at = list && row ? [...list.children].indexOf(row) : 0
    left.current = { element: row ?? target, list, at, heading: currentTarget.closest('section')?.querySelector('h2') }
  }
}
