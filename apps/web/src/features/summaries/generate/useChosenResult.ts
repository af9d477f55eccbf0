import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Choice {
  /** The search result shown in place of the list; null while the list is shown. */
  videoId: string | null
  /** The Back button, which takes over the focus from the chosen result. */
  backButton: RefObject<HTMLButtonElement | null>
  choose(videoId: string): void
  /** Returns to the list. */
  back(): void
  /** Discards the choice together with its list. */
  clear(): void
}

/** Choosing a search result scrolls to the top; going back restores the scroll position and the focus on that result. */
export function useChosenResult(): Choice {
  const [videoId, setVideoId] = useState<string | null>(null)
  const backButton = useRef<HTMLButtonElement>(null)
  const returnTo = useRef<{ scrollY: number; result: HTMLElement | null } | null>(null)

  useLayoutEffect(() => {
    if (videoId) {
      window.scrollTo(0, 0)
      backButton.current?.focus({ preventScroll: true })
    } else if (returnTo.current) {
      window.scrollTo(0, returnTo.current.scrollY)
      returnTo.current.result?.focus({ preventScroll: true })
      returnTo.current = null
    }
  }, [videoId])

  return {
    videoId,
    backButton,
    choose(next) {
      returnTo.current = { scrollY: window.scrollY, result: document.activeElement as HTMLElement | null }
      setVideoId(next)
    },
    back: () => setVideoId(null),
    clear() {
      returnTo.current = null
      setVideoId(null)
    },
  }
}
