import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

interface Rows {
  count: number
  keyOf(index: number): string | number
  /** About how high a row is, and what lies between two of them, in pixels. */
  rowPx: number
  gapPx?: number
  overscan?: number
  /** Heights are kept under this name when the page is left, so that who comes back finds their place. */
  name?: string
}

const measured = new Map<string, VirtualItem[]>()

/**
 * However long a list is, only the rows in view are in the page. It scrolls with the window. The measured heights outlive
 * the page: the list has its full height the moment it is shown again, and the window can scroll back to where it was.
 */
export function useWindowRows(frame: RefObject<HTMLElement | null>, rows: Rows) {
  const { count, keyOf, rowPx, gapPx = 0, overscan = 3, name } = rows
  const [offsetPx, setOffsetPx] = useState(0)
  // What stands above the list may come and go.
  useLayoutEffect(() => {
    const top = (frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(top - offsetPx) > 1) setOffsetPx(top)
  })
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    getItemKey: keyOf,
    gap: gapPx,
    overscan,
    scrollMargin: offsetPx,
    initialMeasurementsCache: (name && measured.get(name)) || [],
  })
  useEffect(() => {
    if (name) return () => void measured.set(name, virtualizer.measurementsCache)
  }, [virtualizer, name])
  const inView = virtualizer.getVirtualItems()
  return {
    heightPx: virtualizer.getTotalSize(),
    lastIndex: inView.at(-1)?.index ?? 0,
    rows: inView.map(({ key, index, start }) => ({
      index,
      /** For the element of the row. */
      place: {
        key,
        ref: virtualizer.measureElement,
        'data-index': index,
        style: { transform: `translateY(${start - offsetPx}px)` },
      },
    })),
  }
}
