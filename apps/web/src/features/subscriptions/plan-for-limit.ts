import type { FailureCode } from '@recaps/contract'
import { cheapestPlanWith, type Plan, type PlanId, planById } from '@recaps/domain/plans'

/** The cheapest plan that allows what the server refused on the active plan, or null if no plan does. */
export function planForLimit(code: FailureCode | null, activePlanId: PlanId): Plan | null {
  const plan = planById(activePlanId)
  switch (code) {
    case 'monthly_limit_reached':
      return cheapestPlanWith(other => other.summariesPerMonth > plan.summariesPerMonth)
    case 'community_reads_used_up':
      return cheapestPlanWith(other => other.communityReadsPerMonth > plan.communityReadsPerMonth)
    case 'too_many_channels':
      return cheapestPlanWith(other => other.channelLimit > plan.channelLimit)
    case 'frequency_not_in_plan':
      return cheapestPlanWith(other => other.allowedFrequencies.length > plan.allowedFrequencies.length)
    case 'plan_required':
      return cheapestPlanWith(other => other.aiInteraction)
    default:
      return null
  }
}
