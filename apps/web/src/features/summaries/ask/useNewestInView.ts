import { type RefObject, useEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../../device/media-query.ts'
import { onUserScroll } from '../../../device/user-scroll.ts'

/** If the exchange is taller than this fraction of the window, only the answer (its last element) is kept in view. */
const maxWindowFraction = 0.55

/**
 * Scrolls to keep the newest question and its growing answer in view, or only the answer if both do not fit. A manual scroll stops
 * this until the next question.
 */
export function useNewestInView(
  newest: RefObject<HTMLElement | null>,
  { key = 0, length = 0, isShown }: { key?: number; length?: number; isShown: boolean },
) {
  const hasScrolledAway = useRef(false)

  useEffect(
    () =>
      onUserScroll(() => {
        hasScrolledAway.current = true
      }),
    [],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question or a return to the tab resets the flag
  useEffect(() => {
    hasScrolledAway.current = false
  }, [key, isShown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the answer grows
  useEffect(() => {
    const exchange = newest.current
    if (!exchange || !isShown || hasScrolledAway.current) return
    const isTooTall = exchange.offsetHeight > innerHeight * maxWindowFraction
    const target = isTooTall ? (exchange.lastElementChild ?? exchange) : exchange
    const behavior = matchMedia(prefersReducedMotion).matches ? 'auto' : 'smooth'
    target.scrollIntoView({ block: 'nearest', behavior })
  }, [newest, key, length, isShown])
}
