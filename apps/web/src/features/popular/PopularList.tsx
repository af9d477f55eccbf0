import type { SummaryItem } from '@recaps/contract'
import { type FocusEvent, useCallback, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useNextPage } from '../../ui/useNextPage.ts'
import { useWindowRows } from '../../ui/useWindowRows.ts'
import { useSchedule } from '../schedules/queries.ts'
import { useRowActions } from '../summaries/history/useRowActions.ts'
import { PopularCard } from './PopularCard.tsx'
import type { usePopular } from './queries.ts'
import { useCommunityReadsUsedUp } from './ReadsLine.tsx'
import { texts } from './texts.ts'

interface Props {
  items: readonly SummaryItem[]
  list: ReturnType<typeof usePopular>
  onFocus(event: FocusEvent): void
}

const estimatedCardPx = 190
const gapPx = 12
/** The next page is fetched when this many cards are left below the viewport. */
const cardsAhead = 4

export function PopularList({ items, list, onFocus }: Props) {
  const { data: schedule } = useSchedule()
  const { play, enqueue } = useRowActions()
  const isOutOfReads = useCommunityReadsUsedUp()
  const frame = useRef<HTMLOListElement>(null)
  const getKey = useCallback((index: number) => items[index]!.id, [items])
  const { rows, heightPx, lastIndex } = useWindowRows(frame, {
    count: items.length,
    getKey,
    rowPx: estimatedCardPx,
    gapPx,
    name: 'popular',
  })
  const { isPlaceholderData, hasNextPage } = list
  useNextPage(list, {
    count: items.length,
    lastIndex,
    ahead: isPlaceholderData ? Number.NEGATIVE_INFINITY : cardsAhead,
  })
  return (
    <>
      <ol
        ref={frame}
        className="popular__list"
        aria-label={texts.list}
        aria-busy={isPlaceholderData}
        onFocus={onFocus}
        style={{ height: heightPx }}
      >
        {rows.map(({ index, place: { key, ...place } }) => (
          <li
            key={key}
            {...place}
            className="popular__row"
            aria-setsize={hasNextPage ? -1 : items.length}
            aria-posinset={index + 1}
          >
            <PopularCard
              item={items[index]!}
              rank={index + 1}
              schedule={schedule}
              isOutOfReads={isOutOfReads}
              onPlay={play}
              onEnqueue={enqueue}
            />
          </li>
        ))}
      </ol>
      {hasNextPage && !isPlaceholderData && <NextPage list={list} />}
    </>
  )
}

/** Pages load automatically on scroll; the button covers fast scrolling and retries. */
const NextPage = ({ list: { fetchNextPage, isFetchingNextPage, isFetchNextPageError } }: Pick<Props, 'list'>) => (
  <Button isWide isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
    {isFetchingNextPage ? texts.loadingMore : isFetchNextPageError ? texts.failed.action : texts.more}
  </Button>
)
