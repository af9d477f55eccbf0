import { useSyncExternalStore } from 'react'

/** The breakpoints of the specification (§9). */
export const isDesktop = '(width >= 994px)'
export const isTablet = '(width >= 850px)'
/** Width at which the summary page has a column beside the text. */
export const hasRail = '(width >= 1192px)'
export const prefersReducedMotion = '(prefers-reduced-motion: reduce)'
export const canHover = '(hover: hover)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    onChange => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
