import { useEffect, useState } from 'react'
import { prefersReducedMotion } from '../../../device/media-query.ts'
import { onScrollByHand } from '../../../device/scroll-by-hand.ts'
import type { Now } from './useReadAlong.ts'

/** How much of the window above and below the current sentence counts as comfortable. */
const topShare = 0.18
const bottomShare = 0.62

/** Keeps the sentence that is heard in view. A scroll by hand stops that; `follow` starts it again. */
export function useFollow(now: Now | null): { hasLeft: boolean; follow(): void } {
  const [isFollowing, setFollowing] = useState(true)
  const key = now ? `${now.place.section}/${now.place.sentence}` : null
  const isOn = key !== null

  useEffect(() => {
    if (!isOn) return setFollowing(true)
    return onScrollByHand(() => setFollowing(false))
  }, [isOn])

  useEffect(() => {
    if (key && isFollowing) scrollToCurrent()
  }, [key, isFollowing])

  return { hasLeft: isOn && !isFollowing, follow: () => setFollowing(true) }
}

function scrollToCurrent() {
  const current = document.querySelector('[data-now]')
  const box = current?.getBoundingClientRect()
  if (!current || !box) return
  if (box.top >= innerHeight * topShare && box.bottom <= innerHeight * bottomShare) return
  const behavior = matchMedia(prefersReducedMotion).matches ? 'auto' : 'smooth'
  window.scrollTo({ top: window.scrollY + box.top - innerHeight * 0.3, behavior })
}
