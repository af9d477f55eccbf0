import { failures, type UsageEntry } from '@recaps/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { ShowMore } from '../../../ui/ShowMore.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { formatDay } from '../../../ui/time.ts'
import { texts } from './texts.ts'
import './usage-list.css'

const usageTexts = texts.usage

/** The user's quota units, newest first: what each was used for and whether it was refunded. */
export default function UsageList() {
  const usage = useUsage()
  const entries = usage.data?.pages.flatMap(page => page.data)
  if (usage.isPending)
    return (
      <Skeleton label={usageTexts.loading}>
        <Bone height="3.5rem" />
      </Skeleton>
    )
  if (!entries)
    return (
      <PartFailed query={usage} retry={usageTexts.retry} tone="warning">
        {usageTexts.failed} {toProblem(usage.error).sentence}
      </PartFailed>
    )
  if (entries.length === 0) return <p className="plans__lead">{usageTexts.none}</p>
  return (
    <>
      <ul className="usage" aria-label={usageTexts.title}>
        {entries.map(entry => (
          <UsageRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <ShowMore
        list={usage}
        texts={{ more: usageTexts.earlier, retry: usageTexts.retry }}
        sentence={toProblem(usage.error).sentence}
      />
    </>
  )
}

/** Not cached, so it is fetched again each time the list is expanded. */
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

function UsageRow({ entry: { summaryId, title, origin, state, reason, createdAt } }: { entry: UsageEntry }) {
  const isRefunded = state === 'released'
  const reasonText = isRefunded ? reason && reasonOf(reason) : reason && usageTexts.counted
  const isDeleted = summaryId === null
  return (
    <li className="usage__line">
      <div className="usage__words">
        <p className="usage__title" dir="auto">
          {isDeleted ? title : <Link to={`/history-detail/${summaryId}`}>{title}</Link>}
        </p>
        <p className="usage__facts">
          {[formatDay(createdAt), usageTexts.origins[origin], reasonText || (isDeleted && usageTexts.summaryDeleted)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p className="usage__state" data-returned={isRefunded ? '' : undefined}>
        {usageTexts.states[state]}
      </p>
    </li>
  )
}

const reasonOf = (reason: NonNullable<UsageEntry['reason']>): string =>
  reason in usageTexts.reasons
    ? usageTexts.reasons[reason as keyof typeof usageTexts.reasons]
    : failures[reason as keyof typeof failures].sentence
