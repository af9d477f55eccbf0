import { useEffect } from 'react'

const hiddenGuards = '[data-base-ui-focus-guard][aria-hidden]'

/**
 * Base UI surrounds open popups with elements that redirect the focus. It hides them from assistive technology but keeps them
 * in the tab order, which violates WCAG 4.1.2 and fails axe (mui/base-ui#4668: there is no option to change it). They have no
 * content, so screen readers announce nothing even when they aren't hidden.
 */
export function useUnhiddenGuards(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const unhide = () => {
      for (const guard of document.querySelectorAll(hiddenGuards)) guard.removeAttribute('aria-hidden')
    }
    // They are added one by one while the popup opens.
    const observer = new MutationObserver(unhide)
    observer.observe(document.body, { childList: true, subtree: true })
    unhide()
    return () => observer.disconnect()
  }, [isOpen])
}
