import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The place that `#name` in the address leads to, also when the page comes later than its address; that says it no more, so
 * that it leads there once. True from then on.
 */
export function useLinkedHere<E extends HTMLElement>(name: string) {
  const place = useRef<E>(null)
  const navigate = useNavigate()
  const { pathname, hash } = useLocation()
  const isHere = hash === `#${name}`
  const [isLinked, setLinked] = useState(isHere)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!isHere) return
    setLinked(true)
    setSeen(true)
    void navigate(pathname, { replace: true })
  }, [isHere, pathname, navigate])
  // Once more after the page, whose own heading takes the focus when it opens.
  useEffect(() => {
    if (!isSeen) return
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  }, [isSeen])
  return [place, isLinked] as const
}
