import { planById } from '@recaps/domain/plans'
import { Banner } from '../../../ui/Banner.tsx'
import { formatDayAndTime } from '../../../ui/time.ts'
import { LimitPlanLink } from '../../subscriptions/PlanLink.tsx'
import { planForLimit } from '../../subscriptions/plan-for-limit.ts'
import { getPlanStatus, isPaymentOwed } from '../../subscriptions/plan-status.ts'
import { type Entitlement, useEntitlement } from '../../subscriptions/queries.ts'
import { texts as planTexts } from '../../subscriptions/texts.ts'
import { texts } from './texts.ts'

/** Summaries left this month, and when the quota resets in the user's time zone. */
export function QuotaLine() {
  const { data } = useEntitlement()
  if (!data) return <p className="quota-line" />
  const { remaining, limit, resetsAt } = data.month
  const when = formatDayAndTime(resetsAt)
  if (remaining <= 0) {
    return (
      <Banner tone="warning" action={<LimitPlanLink code="monthly_limit_reached" />}>
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
  const larger = planForLimit('monthly_limit_reached', activePlan.id)
  if (!larger) return null
  const standing = getPlanStatus(subscriptions)
  if (!isPaymentOwed(standing)) return texts.lifts(larger.title, larger.summariesPerMonth)
  const { title } = planById(standing.purchase.subscriptionId)
  if (standing.kind === 'lost') return planTexts.onHold(title, activePlan.title, month.limit)
  return planTexts.payFirst(title)
}
