import { planById } from '@recaps/domain/plans'
import { communityLimitSentence } from '@recaps/domain/quota'
import { Banner } from '../../ui/Banner.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { LiftingPlanLink } from '../subscriptions/PlanLink.tsx'
import { useEntitlement } from '../subscriptions/queries.ts'
import { texts } from './texts.ts'

/** How many of others may still be opened this month; when none, the plan that has more of them. */
export function ReadsLine() {
  const { data } = useEntitlement()
  if (!data) return <p className="popular__reads" />
  const { communityReads, resetsAt } = data.month
  if (communityReads.remaining <= 0) {
    return (
      <Banner tone="warning" action={<LiftingPlanLink code="community_reads_used_up" />}>
        {communityLimitSentence(planById(data.activePlan.id))} {texts.resets(dayAndTime(resetsAt))}
      </Banner>
    )
  }
  return (
    <p className="popular__reads">
      {texts.reads(communityReads.remaining, communityReads.limit)}; {texts.cost}.
    </p>
  )
}

/** Whether what is not opened yet stays shut. */
export const useHasNoRead = (): boolean => useEntitlement().data?.month.communityReads.remaining === 0
