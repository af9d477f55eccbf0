import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Scrolls to and focuses an element if the URL has the hash `#name`, even if the page renders later. Removes the hash, so
 * that this happens once. Returns a ref for the element, and whether the URL has ever had the hash.
 */
export function useHashTarget<E extends HTMLElement>(name: string) {
  const ref = useRef<E>(null)
  const navigate = useNavigate()
  const { pathname, hash } = useLocation()
  const hasHash = hash === `#${name}`
  const [isLinked, setLinked] = useState(hasHash)
  const [shouldFocus, setShouldFocus] = useState(false)
  useEffect(() => {
    if (!hasHash) return
    setLinked(true)
    setShouldFocus(true)
    void navigate(pathname, { replace: true })
  }, [hasHash, pathname, navigate])
  // In a later render, because the page focuses its own heading when it opens.
  useEffect(() => {
    if (!shouldFocus) return
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [shouldFocus])
  return [ref, isLinked] as const
}
