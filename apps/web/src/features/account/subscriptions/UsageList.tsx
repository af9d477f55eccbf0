import { failures, type UsageEntry } from '@recaps/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { ShowMore } from '../../../ui/ShowMore.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { day } from '../../../ui/time.ts'
import { texts } from './texts.ts'
import './usage-list.css'

const words = texts.usage

/** Each place that was taken in a month, newest first: what for, and whether it was given back. */
export default function UsageList() {
  const usage = useUsage()
  const entries = usage.data?.pages.flatMap(page => page.data)
  if (usage.isPending)
    return (
      <Skeleton label={words.loading}>
        <Bone height="3.5rem" />
      </Skeleton>
    )
  if (!entries)
    return (
      <PartFailed of={usage} retry={words.retry} tone="warning">
        {words.failed} {problemOf(usage.error).sentence}
      </PartFailed>
    )
  if (entries.length === 0) return <p className="plans__lead">{words.none}</p>
  return (
    <>
      <ul className="usage" aria-label={words.title}>
        {entries.map(entry => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ul>
      <ShowMore
        list={usage}
        words={{ more: words.earlier, retry: words.retry }}
        sentence={problemOf(usage.error).sentence}
      />
    </>
  )
}

/** Begun anew each time it is unfolded. */
function useUsage() {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: ['usage'],
    gcTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => client.summaries.usage({ query: { cursor: pageParam } }, { signal }),
    getNextPageParam: page => page.nextCursor,
  })
}

function Line({ entry: { summaryId, title, origin, state, reason, createdAt } }: { entry: UsageEntry }) {
  const isReturned = state === 'released'
  const why = isReturned ? reason && reasonOf(reason) : reason && words.counted
  const isGone = summaryId === null
  return (
    <li className="usage__line">
      <div className="usage__words">
        <p className="usage__title" dir="auto">
          {isGone ? title : <Link to={`/history-detail/${summaryId}`}>{title}</Link>}
        </p>
        <p className="usage__facts">
          {[day(createdAt), words.origins[origin], why || (isGone && words.gone)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <p className="usage__state" data-returned={isReturned ? '' : undefined}>
        {words.states[state]}
      </p>
    </li>
  )
}

const reasonOf = (reason: NonNullable<UsageEntry['reason']>): string =>
  reason in words.reasons
    ? words.reasons[reason as keyof typeof words.reasons]
    : failures[reason as keyof typeof failures].sentence
