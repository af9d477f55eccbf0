import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

const places = new Map<string, number>()

/** A new page starts at its top; Back and Forward return to where the page was left. */
export function useScrollMemory() {
  const { key, pathname } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shownPath = useRef(pathname)

  // In the layout phase: the listener of the old page is gone before the new one scrolls to its top.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname
    shownPath.current = pathname
    if (isReturn) window.scrollTo(0, places.get(key) ?? 0)
    // A filter in the address is no new page.
    else if (!isSamePage) window.scrollTo(0, 0)
  }, [key, pathname, isReturn])
}
