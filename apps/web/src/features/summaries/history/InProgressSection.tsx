import type { SummaryItem } from '@recaps/contract'
import { useState } from 'react'
import { isTablet, useMediaQuery } from '../../../device/media-query.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { isInProgress } from '../progress.ts'
import { videoTitle } from '../video-title.ts'
import WorkCard from '../WorkCard.tsx'
import { texts } from './texts.ts'
import type { RowFocusHandler } from './useFocusAfterRemoval.ts'

/** More failed summaries than these collapse into one row, so that the list stays visible. */
const maxOpen = { onPhone: 1, onDesktop: 3 }

interface Props {
  items: readonly SummaryItem[]
  onFocus: RowFocusHandler
}

/** Summaries in progress or failed, above the list. One that fails while the page is open keeps its card, so that the user sees why. */
export default function InProgressSection({ items, onFocus }: Props) {
  const [isUnfolded, setUnfolded] = useState(false)
  const max = useMediaQuery(isTablet) ? maxOpen.onDesktop : maxOpen.onPhone
  const seen = useSeenInProgress(items)
  const visible = items.filter(item => isInProgress(item.state) || seen.has(item.id))
  const failed = items
    .filter(item => !visible.includes(item))
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const isFolding = failed.length > max
  const card = (item: SummaryItem) => <WorkCard key={item.id} item={item} onFocus={event => onFocus(item.id, event)} />
  return (
    <section className="in-work" aria-label={texts.inProgress}>
      {/* One array with keys: a card that moves keeps its focus. */}
      {[
        ...visible.map(card),
        isFolding && (
          <FailedRow key="failed" failed={failed} isUnfolded={isUnfolded} onPress={() => setUnfolded(!isUnfolded)} />
        ),
        ...(isFolding && !isUnfolded ? [] : failed.map(card)),
      ]}
    </section>
  )
}

/** Ids of all summaries that have been in progress while the page is open. */
function useSeenInProgress(items: readonly SummaryItem[]): ReadonlySet<number> {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const unseen = items.filter(item => isInProgress(item.state) && !seen.has(item.id))
  // Set during rendering, as React advises for state derived from props.
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen.map(item => item.id)]))
  return seen
}

interface RowProps {
  /** Newest first. */
  failed: readonly SummaryItem[]
  isUnfolded: boolean
  onPress(): void
}

const FailedRow = ({ failed, isUnfolded, onPress }: RowProps) => (
  <button type="button" className="failed-row" aria-expanded={isUnfolded} onClick={onPress}>
    <Icon name="warning" />
    <span className="failed-row__words">
      <span className="failed-row__count">{texts.failedCount(failed.length)}</span>
      <span className="failed-row__newest clip" dir="auto">
        {videoTitle(failed[0]!.videoInfo)}
      </span>
    </span>
    <Icon name="chevron" />
  </button>
)
