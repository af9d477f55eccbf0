import type { PlanResponse } from '@recaps/contract'
import type { StorePurchases } from '../../../../device/store-purchases.ts'
import type { Standing } from '../../../subscriptions/standing.ts'
import { type Offer, offerablePlan, offerOf } from '../offer.ts'

type Priced = Pick<PlanResponse, 'id' | 'price'>

/** What the user can do with a plan if the phone's store sells plans. Plans bought elsewhere must be changed there. */
export function offerInStore(
  plan: Priced,
  planStatus: Standing,
  activePlan: Priced,
  { method, canChange }: Pick<StorePurchases, 'method' | 'canChange'>,
): Offer {
  const offer = offerOf(plan, planStatus, activePlan)
  // Replaces a card payment that was started but never completed.
  if (offer.kind === 'go_on') return { kind: 'buy', planId: offer.planId }
  if (planStatus.kind !== 'running' && planStatus.kind !== 'ending') return offer
  if (offer.kind === 'present') return offer
  const { paymentMethod, nextPlan } = planStatus.purchase
  if (paymentMethod !== method || !canChange) return { kind: 'none' }
  if (nextPlan?.subscriptionId === plan.id) return { kind: 'coming', at: nextPlan.at }
  const planId = offerablePlan(plan.id)
  if (planId) return { kind: plan.price < activePlan.price ? 'downgrade' : 'upgrade', planId }
  return planStatus.kind === 'running' ? { kind: 'cancel' } : { kind: 'none' }
}
