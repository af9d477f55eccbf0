import { lazy, Suspense } from 'react'
import { useEntitlement } from '../subscriptions/queries.ts'
import { texts } from './texts.ts'

const ReadsUsedUp = lazy(() => import('./ReadsUsedUp.tsx'))

/** How many of others may still be opened this month; when none, the plan that has more of them. */
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
      {texts.reads(communityReads.remaining, communityReads.limit)}; {texts.cost}.
    </p>
  )
}

/** Whether what is not opened yet stays shut. */
export const useHasNoRead = (): boolean => useEntitlement().data?.month.communityReads.remaining === 0
