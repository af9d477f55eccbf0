/**
 * Give it as `ref` to what may leave the page while it is worked in, such as a button that tries again. The keyboard would
 * fall to the top of the window with it, and goes on at the heading of the section instead, or where that leaves too, of the page.
 */
export const goOnAtHeading = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return
  const ofSection = element.closest('section')?.querySelector<HTMLElement>('h2')
  // Only when all has left is it known what stays.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const heading = ofSection?.isConnected ? ofSection : document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
