import type { SummaryItem } from '@recaps/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { allItems } from '../cache.ts'
import { isInWork, isReadable, isSettled } from '../progress.ts'
import { useSummaryList } from '../queries.ts'
import { StageTrack } from '../StageTrack.tsx'
import WorkCard from '../WorkCard.tsx'
import { texts } from './texts.ts'

const TellWhenReady = lazy(async () => ({
  default: (await import('../../pushes/TellWhenReady.tsx')).TellWhenReady,
}))

interface Props {
  askedIds: readonly number[]
  isBoxEmpty: boolean
}

/** What is being made, and what became of it while the page is open. Leaving the page changes nothing. */
export function RecentWork({ askedIds, isBoxEmpty }: Props) {
  const { data } = useSummaryList()
  const items = allItems(data)
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const unseen = items.filter(item => isInWork(item.state) && !seen.has(item.id))
  // Entries that finish stay in view: adjusting while rendering, as React advises for state that follows its input.
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen.map(item => item.id)]))
  const recent = items.filter(item => seen.has(item.id) || askedIds.includes(item.id))
  const section = useRef<HTMLElement>(null)
  const newest = askedIds.at(-1)
  const isShown = isBoxEmpty && recent.some(item => item.id === newest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them that is asked for.
  useEffect(() => {
    // What was pressed has gone with the offer that it was on: the keyboard goes on at what has become of it.
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
      {recent.some(item => !isSettled(item)) && (
        <div className="leaving">
          <p>{texts.leaving}</p>
          <Suspense>
            <TellWhenReady />
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
