import type { SummaryItem } from '@recaps/contract'
import { Button } from '../../../ui/Button.tsx'
import { formatLongDuration } from '../../../ui/time.ts'
import type { ListFilter, useSummaryList } from '../queries.ts'
import { savedThisMonth } from './model.ts'
import { texts } from './texts.ts'
import { usePlayList } from './usePlayList.ts'

interface Props {
  items: readonly SummaryItem[]
  list: ReturnType<typeof useSummaryList>
  filter: ListFilter
}

/** Time saved this month and a button to play all unread summaries. Renders nothing without either. */
export function Overview({ items, list, filter }: Props) {
  const messages = { nothing: texts.nothingUnread, failed: texts.unreadNotLoaded }
  const playUnread = usePlayList({ ...filter, state: 'unread' }, messages)
  const resetsAt = list.data?.pages[0]?.month.resetsAt
  const isUnfiltered = Object.keys(filter).length === 0
  const savedMs = isUnfiltered && resetsAt ? savedThisMonth(items, resetsAt, list.hasNextPage) : null
  const hasSaved = savedMs !== null && savedMs >= 60_000
  const hasUnread = items.some(({ unread, audio }) => unread && audio === 'ready')
  if (!hasSaved && !hasUnread) return null
  return (
    <div className="overview">
      <p>{hasSaved && texts.saved(formatLongDuration(savedMs))}</p>
      {hasUnread && (
        <Button
          kind="quiet"
          isSmall
          icon="headphones"
          isBusy={playUnread.isPending}
          onClick={() => playUnread.mutate()}
        >
          {texts.playUnread}
        </Button>
      )}
    </div>
  )
}
