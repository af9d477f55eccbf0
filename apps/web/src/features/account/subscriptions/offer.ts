import type { PlanResponse } from '@recaps/contract'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import type { PlanId } from '@recaps/domain/plans'
import { isFromStore, type Standing } from '../../subscriptions/standing.ts'

/** What may be done with a plan, as it stands with the one there is. */
export type Offer =
  | { kind: 'none' }
  | { kind: 'present' }
  /** No more than what everybody has here. */
  | { kind: 'included' }
  /** Not while a bank looks into a payment. */
  | { kind: 'disputed' }
  /** It takes over with the next period. */
  | { kind: 'coming'; at: string }
  | { kind: 'buy' | 'go_on' | 'upgrade' | 'downgrade'; planId: BuyablePlanId }
  /** Back to what nobody pays for. */
  | { kind: 'cancel' }

type Priced = Pick<PlanResponse, 'id' | 'price'>

/** `counts` is the plan that counts now. */
export function offerOf({ id, price }: Priced, standing: Standing, counts: Priced): Offer {
  if (id === counts.id) return { kind: 'present' }
  switch (standing.kind) {
    case 'never':
    case 'ended':
    case 'refunded':
      return buying(id, price, counts)
    case 'unpaid': {
      const planId = offerablePlan(id)
      if (planId && planId === standing.purchase.subscriptionId) return { kind: 'go_on', planId }
      return buying(id, price, counts)
    }
    case 'running': {
      const { nextPlan, isDisputed } = standing.purchase
      const planId = offerablePlan(id)
      if (isFromStore(standing.purchase)) return { kind: 'none' }
      if (nextPlan?.subscriptionId === id) return { kind: 'coming', at: nextPlan.at }
      if (!planId) return { kind: 'cancel' }
      if (price < counts.price) return { kind: 'downgrade', planId }
      return isDisputed ? { kind: 'disputed' } : { kind: 'upgrade', planId }
    }
    default:
      return { kind: 'none' }
  }
}

/** The plan of this id where it is one that is sold. */
export const offerablePlan = (id: string): BuyablePlanId | null => buyablePlanIds.find(one => one === id) ?? null

function buying(id: PlanId, price: number, counts: Priced): Offer {
  if (price < counts.price) return { kind: 'included' }
  const planId = offerablePlan(id)
  return planId ? { kind: 'buy', planId } : { kind: 'none' }
}
