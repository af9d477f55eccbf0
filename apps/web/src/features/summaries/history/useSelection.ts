import { useCallback, useMemo, useState } from 'react'

export interface Selection {
  isOn: boolean
  ids: ReadonlySet<number>
  toggleMode(): void
  toggle(id: number): void
  set(ids: Iterable<number>): void
  end(): void
}

/** Which entries are ticked while several are dealt with at once. */
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
    () => ({ isOn: ids !== null, ids: ids ?? nobody, toggleMode, toggle, set, end }),
    [ids, toggleMode, toggle, set, end],
  )
}

const nobody: ReadonlySet<number> = new Set()
