import type { PlanResponse } from '@recaps/contract'
import type { StorePurchases } from '../../../../device/store-purchases.ts'
import type { Standing } from '../../../subscriptions/standing.ts'
import { type Offer, offerablePlan, offerOf } from '../offer.ts'

type Priced = Pick<PlanResponse, 'id' | 'price'>

/** What may be done with a plan where plans are sold by the store of the phone: what was bought elsewhere is changed there. */
export function offerInStore(
  plan: Priced,
  standing: Standing,
  counts: Priced,
  { method, canChange }: Pick<StorePurchases, 'method' | 'canChange'>,
): Offer {
  const offer = offerOf(plan, standing, counts)
  // What was begun by card and never paid gives way.
  if (offer.kind === 'go_on') return { kind: 'buy', planId: offer.planId }
  if (standing.kind !== 'running' && standing.kind !== 'ending') return offer
  if (offer.kind === 'present') return offer
  const { paymentMethod, nextPlan } = standing.purchase
  if (paymentMethod !== method || !canChange) return { kind: 'none' }
  if (nextPlan?.subscriptionId === plan.id) return { kind: 'coming', at: nextPlan.at }
  const planId = offerablePlan(plan.id)
  if (planId) return { kind: plan.price < counts.price ? 'downgrade' : 'upgrade', planId }
  return standing.kind === 'running' ? { kind: 'cancel' } : { kind: 'none' }
}
