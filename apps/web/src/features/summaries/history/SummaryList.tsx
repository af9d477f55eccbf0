import type { SummaryItem } from '@recaps/contract'
import { useCallback, useRef } from 'react'
import { useNextPage } from '../../../ui/useNextPage.ts'
import { useWindowRows } from '../../../ui/useWindowRows.ts'
import type { useSummaryList } from '../queries.ts'
import { SummaryRow } from './SummaryRow.tsx'
import { texts } from './texts.ts'
import type { RowFocusHandler } from './useFocusAfterRemoval.ts'
import { useRowActions } from './useRowActions.ts'
import type { Selection } from './useSelection.ts'

interface Props {
  items: readonly SummaryItem[]
  list: ReturnType<typeof useSummaryList>
  selection: Selection
  /** The rows belong to the previous filter while the new ones load. */
  isStale: boolean
  onFocus: RowFocusHandler
}

const estimatedRowPx = 104
/** The next page is fetched when this many rows are left below. */
const rowsAhead = 15

export function SummaryList({ items, list, selection, isStale, onFocus }: Props) {
  const actions = useRowActions()
  const frame = useRef<HTMLUListElement>(null)
  const getKey = useCallback((index: number) => items[index]!.id, [items])
  const { rows, heightPx, lastIndex } = useWindowRows(frame, {
    count: items.length,
    getKey,
    rowPx: estimatedRowPx,
    overscan: 2,
    name: 'summaries',
  })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  useNextPage(list, { count: items.length, lastIndex, ahead: rowsAhead })

  return (
    <>
      <ul ref={frame} className="summary-list" aria-label={texts.list} aria-busy={isStale} style={{ height: heightPx }}>
        {rows.map(({ index, place: { key, ...place } }) => (
          <li
            key={key}
            {...place}
            className="summary-list__row"
            aria-setsize={hasNextPage ? -1 : items.length}
            aria-posinset={index + 1}
            onFocus={event => onFocus(items[index]!.id, event)}
          >
            <SummaryRow
              item={items[index]!}
              actions={actions}
              isSelecting={selection.isOn}
              isSelected={selection.ids.has(items[index]!.id)}
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
