import { lazy, Suspense } from 'react'
import { useEntitlement } from '../subscriptions/queries.ts'
import { texts } from './texts.ts'

const ReadsUsedUp = lazy(() => import('./ReadsUsedUp.tsx'))

/** Community reads left this month; when used up, the plan that has more. */
export function ReadsLine() {
  const { data } = useEntitlement()
  if (!data) return <p className="popular__reads" />
  const { communityReads } = data.month
  if (communityReads.remaining <= 0)
    return (
      <Suspense>
        <ReadsUsedUp entitlement={data} />
      </Suspense>
    )
  return (
    <p className="popular__reads">
      {texts.reads(communityReads.remaining, communityReads.limit)}. {texts.freeReads}.
    </p>
  )
}

/** Whether the community reads are used up, so that unopened summaries stay locked. */
export const useCommunityReadsUsedUp = (): boolean => useEntitlement().data?.month.communityReads.remaining === 0
