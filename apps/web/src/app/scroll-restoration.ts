import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** A new page starts at the top; Back and Forward restore the scroll position. */
export function useScrollRestoration() {
  const { key, pathname } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shownPath = useRef(pathname)

  // A layout effect, so the old page's listener is gone before the new page scrolls to the top.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname
    shownPath.current = pathname
    if (isReturn) window.scrollTo(0, positions.get(key) ?? 0)
    // A change of the query string, such as a filter, is not a new page.
    else if (!isSamePage) window.scrollTo(0, 0)
  }, [key, pathname, isReturn])
}
