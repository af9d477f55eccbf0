import { planById } from '@recaps/domain/plans'
import { Banner } from '../../../ui/Banner.tsx'
import { dayAndTime } from '../../../ui/time.ts'
import { planLifting } from '../../subscriptions/lifting.ts'
import { LiftingPlanLink } from '../../subscriptions/PlanLink.tsx'
import { type Entitlement, useEntitlement } from '../../subscriptions/queries.ts'
import { isOwing, standingOf } from '../../subscriptions/standing.ts'
import { texts as planTexts } from '../../subscriptions/texts.ts'
import { texts } from './texts.ts'

/** Summaries left this month, and when the quota resets in the user's time zone. */
export function QuotaLine() {
  const { data } = useEntitlement()
  if (!data) return <p className="quota-line" />
  const { remaining, limit, resetsAt } = data.month
  const when = dayAndTime(resetsAt)
  if (remaining <= 0) {
    return (
      <Banner tone="warning" action={<LiftingPlanLink code="monthly_limit_reached" />}>
        {texts.quotaUsedUp} {texts.resetsAt(when)} {upgradeHint(data)}
      </Banner>
    )
  }
  return (
    <p className="quota-line">
      <span>{texts.quota(remaining, limit)}</span> <span>{texts.resets(when)}</span>
    </p>
  )
}

/** The plan that includes more, or why it cannot be chosen now. */
function upgradeHint({ activePlan, month, subscriptions }: Entitlement): string | null {
  const larger = planLifting('monthly_limit_reached', activePlan.id)
  if (!larger) return null
  const standing = standingOf(subscriptions)
  if (!isOwing(standing)) return texts.lifts(larger.title, larger.summariesPerMonth)
  const { title } = planById(standing.purchase.subscriptionId)
  if (standing.kind === 'lost') return planTexts.onHold(title, activePlan.title, month.limit)
  return planTexts.payFirst(title)
}
