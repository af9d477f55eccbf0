import { useEffect } from 'react'

const hiddenGuards = '[data-base-ui-focus-guard][aria-hidden]'

/**
 * Base UI lays elements around what is open that catch the focus and pass it on at once. It hides them from assistive
 * technology and leaves them in the order of the Tab key, which WCAG 4.1.2 knows no exception for and axe finds
 * (mui/base-ui#4668: no property changes it). They say nothing, so nothing is heard of them unhidden either.
 */
export function useUnhiddenGuards(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const unhide = () => {
      for (const guard of document.querySelectorAll(hiddenGuards)) guard.removeAttribute('aria-hidden')
    }
    // They come one after the other, as the parts of what opens find each other.
    const observer = new MutationObserver(unhide)
    observer.observe(document.body, { childList: true, subtree: true })
    unhide()
    return () => observer.disconnect()
  }, [isOpen])
}
