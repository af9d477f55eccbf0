import { planById } from '@recaps/domain/plans'
import { communityLimitSentence } from '@recaps/domain/quota'
import { Banner } from '../../ui/Banner.tsx'
import { formatDayAndTime } from '../../ui/time.ts'
import { LimitPlanLink } from '../subscriptions/PlanLink.tsx'
import type { useEntitlement } from '../subscriptions/queries.ts'
import { texts } from './texts.ts'

/** Loaded lazily: it pulls in the plan details, which few users need here. */
export default function ReadsUsedUp({
  entitlement,
}: {
  entitlement: NonNullable<ReturnType<typeof useEntitlement>['data']>
}) {
  const { activePlan, month } = entitlement
  return (
    <Banner tone="warning" action={<LimitPlanLink code="community_reads_used_up" />}>
      {communityLimitSentence(planById(activePlan.id))} {texts.resets(formatDayAndTime(month.resetsAt))}
    </Banner>
  )
}
