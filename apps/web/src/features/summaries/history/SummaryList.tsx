import type { SummaryItem } from '@recaps/contract'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { useSummaryList } from '../queries.ts'
import { keepPlace, keptPlace } from './place.ts'
import { SummaryRow } from './SummaryRow.tsx'
import { texts } from './texts.ts'
import { useRowActions } from './useRowActions.ts'
import type { Selection } from './useSelection.ts'

interface Props {
  items: readonly SummaryItem[]
  list: ReturnType<typeof useSummaryList>
  selection: Selection
  /** The rows are of the previous filter; the new ones are on their way. */
  isStale: boolean
}

const estimatedRowPx = 104
/** The next page is asked for when this many rows are left below. */
const rowsAhead = 15

/** However long the list is, only the rows in view are in the page. It scrolls with the window. */
export function SummaryList({ items, list, selection, isStale }: Props) {
  const actions = useRowActions()
  const frame = useRef<HTMLUListElement>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  useLayoutEffect(() => {
    const top = (frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(top - offsetPx) > 1) setOffsetPx(top)
  })

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatedRowPx,
    getItemKey: index => items[index]!.id,
    overscan: 4,
    scrollMargin: offsetPx,
    initialMeasurementsCache: keptPlace(),
  })
  useEffect(() => () => keepPlace(virtualizer), [virtualizer])

  const rows = virtualizer.getVirtualItems()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= items.length - rowsAhead
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  return (
    <>
      <ul
        ref={frame}
        className="summary-list"
        aria-label={texts.list}
        aria-busy={isStale}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(row => (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            className="summary-list__row"
            data-index={row.index}
            aria-setsize={hasNextPage ? -1 : items.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start - offsetPx}px)` }}
          >
            <SummaryRow
              item={items[row.index]!}
              actions={actions}
              isSelecting={selection.isOn}
              isSelected={selection.ids.has(items[row.index]!.id)}
              onSelect={selection.toggle}
            />
          </li>
        ))}
      </ul>
      {isFetchingNextPage && (
        <p className="summary-list__more" role="status">
          {texts.loadingMore}
        </p>
      )}
      {isFetchNextPageError && (
        <button type="button" className="button button--secondary button--wide" onClick={() => fetchNextPage()}>
          {texts.failed.action}
        </button>
      )}
    </>
  )
}
