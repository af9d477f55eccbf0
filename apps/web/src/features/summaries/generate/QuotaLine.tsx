import { Banner } from '../../../ui/Banner.tsx'
import { dayAndTime } from '../../../ui/time.ts'
import { planLifting } from '../../subscriptions/lifting.ts'
import { LiftingPlanLink } from '../../subscriptions/PlanLink.tsx'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { texts } from './texts.ts'

/** What is left of this month, and when it starts again by the reader's own clock. */
export function QuotaLine() {
  const { data } = useEntitlement()
  if (!data) return <p className="quota-line" />
  const { remaining, limit, resetsAt } = data.month
  const when = dayAndTime(resetsAt)
  if (remaining <= 0) {
    const larger = planLifting('monthly_limit_reached', data.activePlan.id)
    return (
      <Banner tone="warning" action={<LiftingPlanLink code="monthly_limit_reached" />}>
        {texts.spent} {texts.startsAgain(when)} {larger && texts.lifts(larger.title, larger.summariesPerMonth)}
      </Banner>
    )
  }
  return (
    <p className="quota-line">
      <span>{texts.quota(remaining, limit)}</span> <span>{texts.resets(when)}</span>
    </p>
  )
}
