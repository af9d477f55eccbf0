import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Choice {
  /** The search result that is looked at in place of the list; null while the list is shown. */
  videoId: string | null
  /** The button that leads back; it takes the focus of the result that is gone. */
  wayBack: RefObject<HTMLButtonElement | null>
  choose(videoId: string): void
  back(): void
  drop(): void
}

/** Choosing a result shows it at the top of the page; going back returns to the same result in the list. */
export function useChoice(): Choice {
  const [videoId, setVideoId] = useState<string | null>(null)
  const wayBack = useRef<HTMLButtonElement>(null)
  const left = useRef<{ scrollY: number; result: HTMLElement | null } | null>(null)

  useLayoutEffect(() => {
    if (videoId) {
      window.scrollTo(0, 0)
      wayBack.current?.focus({ preventScroll: true })
    } else if (left.current) {
      window.scrollTo(0, left.current.scrollY)
      left.current.result?.focus({ preventScroll: true })
      left.current = null
    }
  }, [videoId])

  return {
    videoId,
    wayBack,
    choose(next) {
      left.current = { scrollY: window.scrollY, result: document.activeElement as HTMLElement | null }
      setVideoId(next)
    },
    back: () => setVideoId(null),
    drop() {
      left.current = null
      setVideoId(null)
    },
  }
}
