import type { PlanResponse } from '@recaps/contract'
import type { StorePurchases } from '../../../../device/store-purchases.ts'
import type { PlanStatus } from '../../../subscriptions/plan-status.ts'
import { type PlanOffer, planOfferFor, toBuyablePlanId } from '../plan-offer.ts'

type Priced = Pick<PlanResponse, 'id' | 'price'>

/** What the user can do with a plan if the phone's store sells plans. Plans bought elsewhere must be changed there. */
export function storeOfferFor(
  plan: Priced,
  planStatus: PlanStatus,
  activePlan: Priced,
  { method, canReplacePlan }: Pick<StorePurchases, 'method' | 'canReplacePlan'>,
): PlanOffer {
  const offer = planOfferFor(plan, planStatus, activePlan)
  // Replaces a card payment that was started but never completed.
  if (offer.kind === 'go_on') return { kind: 'buy', planId: offer.planId }
  if (planStatus.kind !== 'running' && planStatus.kind !== 'ending') return offer
  if (offer.kind === 'present') return offer
  const { paymentMethod, nextPlan } = planStatus.purchase
  if (paymentMethod !== method || !canReplacePlan) return { kind: 'none' }
  if (nextPlan?.subscriptionId === plan.id) return { kind: 'coming', at: nextPlan.at }
  const planId = toBuyablePlanId(plan.id)
  if (planId) return { kind: plan.price < activePlan.price ? 'downgrade' : 'upgrade', planId }
  return planStatus.kind === 'running' ? { kind: 'cancel' } : { kind: 'none' }
}
