import { useEffect, useState } from 'react'
import { prefersReducedMotion } from '../../../device/media-query.ts'
import { onUserScroll } from '../../../device/user-scroll.ts'
import type { SpokenWord } from './useReadAlong.ts'

/** The current sentence is scrolled only if it leaves this range, in fractions of the window height. */
const minTop = 0.18
const maxBottom = 0.62

/** Scrolls to keep the spoken sentence in view. A manual scroll stops this; `follow` resumes it. */
export function useAutoScroll(now: SpokenWord | null): { hasLeft: boolean; follow(): void } {
  const [isFollowing, setFollowing] = useState(true)
  const key = now ? `${now.position.section}/${now.position.sentence}` : null
  const isOn = key !== null

  useEffect(() => {
    if (!isOn) return setFollowing(true)
    return onUserScroll(() => setFollowing(false))
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
  if (box.top >= innerHeight * minTop && box.bottom <= innerHeight * maxBottom) return
  const behavior = matchMedia(prefersReducedMotion).matches ? 'auto' : 'smooth'
  window.scrollTo({ top: window.scrollY + box.top - innerHeight * 0.3, behavior })
}
