import { type RefObject, useEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../../device/media-query.ts'
import { onScrollByHand } from '../../../device/scroll-by-hand.ts'

/** More of the window than this is too much for a question and its answer: then the answer counts, the last element in it. */
const mostOfWindow = 0.55

/**
 * Keeps the newest question and its answer in view while that grows, or the answer alone where both have no room. A scroll by
 * hand ends that until the next question.
 */
export function useNewestInView(
  newest: RefObject<HTMLElement | null>,
  { key = 0, length = 0, isShown }: { key?: number; length?: number; isShown: boolean },
) {
  const hasLeft = useRef(false)

  useEffect(
    () =>
      onScrollByHand(() => {
        hasLeft.current = true
      }),
    [],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, or another look at the tab, starts anew
  useEffect(() => {
    hasLeft.current = false
  }, [key, isShown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what has grown is looked at again
  useEffect(() => {
    const whole = newest.current
    if (!whole || !isShown || hasLeft.current) return
    const isTooMuch = whole.offsetHeight > innerHeight * mostOfWindow
    const target = isTooMuch ? (whole.lastElementChild ?? whole) : whole
    const behavior = matchMedia(prefersReducedMotion).matches ? 'auto' : 'smooth'
    target.scrollIntoView({ block: 'nearest', behavior })
  }, [newest, key, length, isShown])
}
