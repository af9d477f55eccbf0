/**
 * A `ref` for elements that may be removed while they have the focus, such as a retry button. Moves the focus to the heading of
 * the section, or else of the page, instead of losing it to the top of the window.
 */
export const focusHeadingOnRemoval = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return
  const sectionHeading = element.closest('section')?.querySelector<HTMLElement>('h2')
  // Wait until everything is removed to see which heading remains.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const heading = sectionHeading?.isConnected ? sectionHeading : document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
