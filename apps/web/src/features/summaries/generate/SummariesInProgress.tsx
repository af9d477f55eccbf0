import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { allItems } from '../cache.ts'
import { isFinal, isInProgress, isReadable } from '../progress.ts'
import { useSummaryList } from '../queries.ts'
import { StageTrack } from '../StageTrack.tsx'
import WorkCard from '../WorkCard.tsx'
import { texts } from './texts.ts'

const NotifyWhenReady = lazy(async () => ({
  default: (await import('../../push/NotifyWhenReady.tsx')).NotifyWhenReady,
}))

interface Props {
  /** Summaries requested on this page. */
  createdIds: readonly number[]
  isBoxEmpty: boolean
}

/** Summaries in progress, including those that finished while the page was open. */
export function SummariesInProgress({ createdIds, isBoxEmpty }: Props) {
  const { data } = useSummaryList()
  const items = allItems(data)
  const [shownIds, setShownIds] = useState<ReadonlySet<number>>(new Set())
  const added = items.filter(item => isInProgress(item.state) && !shownIds.has(item.id))
  // Finished summaries stay in view. State derived from props is set during rendering, as React recommends.
  if (added.length > 0) setShownIds(new Set([...shownIds, ...added.map(item => item.id)]))
  const recent = items.filter(item => shownIds.has(item.id) || createdIds.includes(item.id))
  const section = useRef<HTMLElement>(null)
  const newest = createdIds.at(-1)
  const isShown = isBoxEmpty && recent.some(item => item.id === newest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each newly requested summary.
  useEffect(() => {
    // The button that was pressed is gone with its offer, so move the focus to the summary in progress.
    if (isShown && document.activeElement === document.body) section.current?.focus()
  }, [newest, isShown])
  if (recent.length === 0) return null
  return (
    <section className="recent-work" aria-labelledby="recent" ref={section} tabIndex={-1}>
      <h2 className="recent-work__title" id="recent">
        {texts.recent}
      </h2>
      {recent.map(item => (
        <WorkCard key={item.id} item={item}>
          {isReadable(item.state) ? <Ready item={item} /> : undefined}
        </WorkCard>
      ))}
      {recent.some(item => !isFinal(item)) && (
        <div className="leave-hint">
          <p>{texts.leaving}</p>
          <Suspense>
            <NotifyWhenReady />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function Ready({ item }: { item: SummaryItem }) {
  return (
    <div className="work-card__state">
      {item.audio === 'pending' ? <StageTrack item={item} /> : <p className="work-card__ready">{texts.ready}</p>}
      <Link className="button button--primary button--small" to={`/history-detail/${item.id}`}>
        {texts.read}
      </Link>
    </div>
  )
}
