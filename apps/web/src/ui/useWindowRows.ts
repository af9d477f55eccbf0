import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

interface Rows {
  count: number
  getKey(index: number): string | number
  /** Estimated height of a row, and the gap between rows, in pixels. */
  rowPx: number
  gapPx?: number
  overscan?: number
  /** If set, the measured heights are kept under this name when the page is left. */
  name?: string
}

const measurements = new Map<string, VirtualItem[]>()

/**
 * Virtualizes a list that scrolls with the window: only the visible rows are in the page. With a `name`, the list has its full
 * height as soon as it is shown again, so that the scroll position can be restored.
 */
export function useWindowRows(frame: RefObject<HTMLElement | null>, rows: Rows) {
  const { count, getKey, rowPx, gapPx = 0, overscan = 3, name } = rows
  const [offsetPx, setOffsetPx] = useState(0)
  // Content above the list may appear and disappear.
  useLayoutEffect(() => {
    const top = (frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(top - offsetPx) > 1) setOffsetPx(top)
  })
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    getItemKey: getKey,
    gap: gapPx,
    overscan,
    scrollMargin: offsetPx,
    initialMeasurementsCache: (name && measurements.get(name)) || [],
  })
  useEffect(() => {
    if (name) return () => void measurements.set(name, virtualizer.measurementsCache)
  }, [virtualizer, name])
  const visible = virtualizer.getVirtualItems()
  return {
    heightPx: virtualizer.getTotalSize(),
    lastIndex: visible.at(-1)?.index ?? 0,
    rows: visible.map(({ key, index, start }) => ({
      index,
      /** Props for the row's element. */
      place: {
        key,
        ref: virtualizer.measureElement,
        'data-index': index,
        style: { transform: `translateY(${start - offsetPx}px)` },
      },
    })),
  }
}
