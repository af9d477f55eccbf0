import type { SummaryItem } from '@recaps/contract'
import { Button } from '../../../ui/Button.tsx'
import { length } from '../../../ui/time.ts'
import type { ListFilter, useSummaryList } from '../queries.ts'
import { savedThisMonth } from './model.ts'
import { texts } from './texts.ts'
import { usePlayList } from './usePlayList.ts'

interface Props {
  items: readonly SummaryItem[]
  list: ReturnType<typeof useSummaryList>
  filter: ListFilter
}

/** What reading saved, and everything unread to be heard one after the other. Nothing where there is neither. */
export function Overview({ items, list, filter }: Props) {
  const words = { nothing: texts.nothingUnread, notRead: texts.unreadNotRead }
  const playUnread = usePlayList({ ...filter, state: 'unread' }, words)
  const resetsAt = list.data?.pages[0]?.month.resetsAt
  const isWhole = Object.keys(filter).length === 0
  const savedMs = isWhole && resetsAt ? savedThisMonth(items, resetsAt, list.hasNextPage) : null
  const hasSaved = savedMs !== null && savedMs >= 60_000
  const hasUnread = items.some(({ unread, audio }) => unread && audio === 'ready')
  if (!hasSaved && !hasUnread) return null
  return (
    <div className="overview">
      <p>{hasSaved && texts.saved(length(savedMs))}</p>
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
