import type { QueryClient } from '@tanstack/react-query'

interface Pending<T, C> {
  /** The value on the server. */
  saved: T
  /** Changes being sent to the server, oldest first. */
  changes: readonly C[]
}

/**
 * Optimistic changes: they are shown immediately and saved one after the other. If one can't be saved, only that one is undone:
 * the value shown is then the server's, with the later changes applied to it.
 */
export function createOptimisticChanges<T, C>(cache: QueryClient, name: string, apply: (value: T, change: C) => T) {
  const queryKey = ['unsaved', name]
  return {
    /** Call before showing the change, with the value currently shown. */
    begin(shown: T, change: C): void {
      const { saved, changes } = cache.getQueryData<Pending<T, C>>(queryKey) ?? { saved: shown, changes: [] }
      cache.setQueryData(queryKey, { saved, changes: [...changes, change] })
    },
    /** Call when the oldest change was saved or refused. Returns the value to show, or null if no change is pending. */
    end(isSaved: boolean): { value: T } | null {
      const pending = cache.getQueryData<Pending<T, C>>(queryKey)
      if (!pending) return null
      const [first, ...changes] = pending.changes as [C, ...C[]]
      const saved = isSaved ? apply(pending.saved, first) : pending.saved
      if (changes.length > 0) cache.setQueryData(queryKey, { saved, changes })
      else cache.removeQueries({ queryKey, exact: true })
      return { value: changes.reduce(apply, saved) }
    },
  }
}
