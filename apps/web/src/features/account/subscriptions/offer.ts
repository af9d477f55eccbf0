import type { PlanResponse } from '@recaps/contract'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import type { PlanId } from '@recaps/domain/plans'
import { isFromStore, type Standing } from '../../subscriptions/standing.ts'

/** What may be done with a plan, as it stands with the one there is. */
export type Offer =
  | { kind: 'none' }
  | { kind: 'present' }
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
      return buying(id, price > counts.price)
    case 'unpaid': {
      const planId = offerablePlan(id)
      if (planId && planId === standing.purchase.subscriptionId) return { kind: 'go_on', planId }
      return buying(id, price > counts.price)
    }
    case 'running': {
      const { nextPlan } = standing.purchase
      const planId = offerablePlan(id)
      if (isFromStore(standing.purchase)) return { kind: 'none' }
      if (nextPlan?.subscriptionId === id) return { kind: 'coming', at: nextPlan.at }
      if (!planId) return { kind: 'cancel' }
      return { kind: price > counts.price ? 'upgrade' : 'downgrade', planId }
    }
    default:
      return { kind: 'none' }
  }
}

/** The plan of this id where it is one that is sold. */
export const offerablePlan = (id: string): BuyablePlanId | null => buyablePlanIds.find(one => one === id) ?? null

function buying(id: PlanId, isMore: boolean): Offer {
  const planId = offerablePlan(id)
  return isMore && planId ? { kind: 'buy', planId } : { kind: 'none' }
}
