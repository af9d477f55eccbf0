import { useCallback, useMemo, useState } from 'react'

export interface Selection {
  isOn: boolean
  ids: ReadonlySet<number>
  toggleMode(): void
  toggle(id: number): void
  set(ids: Iterable<number>): void
  end(): void
}

/** Selection mode of the list and the ids of the selected summaries. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null)
  const toggleMode = useCallback(() => setIds(now => (now ? null : new Set())), [])
  const end = useCallback(() => setIds(null), [])
  const set = useCallback((next: Iterable<number>) => setIds(new Set(next)), [])
  const toggle = useCallback((id: number) => {
    setIds(now => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  return useMemo(
    () => ({ isOn: ids !== null, ids: ids ?? noIds, toggleMode, toggle, set, end }),
    [ids, toggleMode, toggle, set, end],
  )
}

const noIds: ReadonlySet<number> = new Set()
