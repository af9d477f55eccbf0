import type { QueryClient } from '@tanstack/react-query'

interface Waiting<T, C> {
  /** As the service has it. */
  saved: T
  /** What is on its way there, in its order. */
  changes: readonly C[]
}

/**
 * Changes that are shown before they are saved, one on its way after the other. One that could not be saved takes nothing back
 * but itself: what is shown then is what the service has, with those behind it laid over that.
 */
export function unsaved<T, C>(cache: QueryClient, name: string, lay: (value: T, change: C) => T) {
  const queryKey = ['unsaved', name]
  return {
    /** Before it is shown. */
    begin(shown: T, change: C): void {
      const { saved, changes } = cache.getQueryData<Waiting<T, C>>(queryKey) ?? { saved: shown, changes: [] }
      cache.setQueryData(queryKey, { saved, changes: [...changes, change] })
    },
    /** When the first of them has been saved, or refused: what is to be shown from now on; null where nobody waits any more. */
    end(isSaved: boolean): { value: T } | null {
      const known = cache.getQueryData<Waiting<T, C>>(queryKey)
      if (!known) return null
      const [first, ...changes] = known.changes as [C, ...C[]]
      const saved = isSaved ? lay(known.saved, first) : known.saved
      if (changes.length > 0) cache.setQueryData(queryKey, { saved, changes })
      else cache.removeQueries({ queryKey, exact: true })
      return { value: changes.reduce(lay, saved) }
    },
  }
}
