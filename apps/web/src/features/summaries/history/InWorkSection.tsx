import type { SummaryItem } from '@recaps/contract'
import { useState } from 'react'
import { isTablet, useMediaQuery } from '../../../device/media-query.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { isInWork } from '../progress.ts'
import { titleOf } from '../title.ts'
import WorkCard from '../WorkCard.tsx'
import { texts } from './texts.ts'
import type { TellFocus } from './useFocusGoesOn.ts'

/** More failed ones than these are folded into one row, so that the list itself stays in view. */
const mostOpen = { onPhone: 1, onDesktop: 3 }

interface Props {
  items: readonly SummaryItem[]
  onFocus: TellFocus
}

/** What is being made and what failed, on top. What fails in view keeps its card: whoever waits for it is to see why. */
export default function InWorkSection({ items, onFocus }: Props) {
  const [isUnfolded, setUnfolded] = useState(false)
  const most = useMediaQuery(isTablet) ? mostOpen.onDesktop : mostOpen.onPhone
  const seen = useSeenInWork(items)
  const followed = items.filter(item => isInWork(item.state) || seen.has(item.id))
  const failed = items
    .filter(item => !followed.includes(item))
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const isFolding = failed.length > most
  const card = (item: SummaryItem) => <WorkCard key={item.id} item={item} onFocus={event => onFocus(item.id, event)} />
  return (
    <section className="in-work" aria-label={texts.inWork}>
      {/* One list: a card that changes its place keeps what is focused in it. */}
      {[
        ...followed.map(card),
        isFolding && (
          <FailedRow key="failed" failed={failed} isUnfolded={isUnfolded} onPress={() => setUnfolded(!isUnfolded)} />
        ),
        ...(isFolding && !isUnfolded ? [] : failed.map(card)),
      ]}
    </section>
  )
}

/** The ids of all that has been in work while the page is open. */
function useSeenInWork(items: readonly SummaryItem[]): ReadonlySet<number> {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const unseen = items.filter(item => isInWork(item.state) && !seen.has(item.id))
  // Adjusting while rendering, as React advises for state that follows its input.
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
      <span className="failed-row__count">{texts.failedOnes(failed.length)}</span>
      <span className="failed-row__newest clip" dir="auto">
        {titleOf(failed[0]!.videoInfo)}
      </span>
    </span>
    <Icon name="chevron" />
  </button>
)
