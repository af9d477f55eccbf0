import type { PlanResponse } from '@recaps/contract'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import type { PlanId } from '@recaps/domain/plans'
import { isFromStore, type PlanStatus } from '../../subscriptions/plan-status.ts'

/** What the user can do with a plan, given their current one. */
export type PlanOffer =
  | { kind: 'none' }
  | { kind: 'present' }
  /** Not better than the plan every user has on this server. */
  | { kind: 'included' }
  /** Unavailable while a payment is disputed. */
  | { kind: 'disputed' }
  /** Replaces the current plan at the end of the period. */
  | { kind: 'coming'; at: string }
  | { kind: 'buy' | 'go_on' | 'upgrade' | 'downgrade'; planId: BuyablePlanId }
  /** Back to the free plan. */
  | { kind: 'cancel' }

type Priced = Pick<PlanResponse, 'id' | 'price'>

/** `activePlan` is the plan whose limits apply now. */
export function planOfferFor({ id, price }: Priced, planStatus: PlanStatus, activePlan: Priced): PlanOffer {
  if (id === activePlan.id) return { kind: 'present' }
  switch (planStatus.kind) {
    case 'never':
    case 'ended':
    case 'refunded':
      return buyOffer(id, price, activePlan)
    case 'unpaid': {
      const planId = toBuyablePlanId(id)
      if (planId && planId === planStatus.purchase.subscriptionId) return { kind: 'go_on', planId }
      return buyOffer(id, price, activePlan)
    }
    case 'running': {
      const { nextPlan, isDisputed } = planStatus.purchase
      const planId = toBuyablePlanId(id)
      if (isFromStore(planStatus.purchase)) return { kind: 'none' }
      if (nextPlan?.subscriptionId === id) return { kind: 'coming', at: nextPlan.at }
      if (!planId) return { kind: 'cancel' }
      if (price < activePlan.price) return { kind: 'downgrade', planId }
      return isDisputed ? { kind: 'disputed' } : { kind: 'upgrade', planId }
    }
    default:
      return { kind: 'none' }
  }
}

/** The id as a plan id that can be bought, or null. */
export const toBuyablePlanId = (id: string): BuyablePlanId | null =>
  buyablePlanIds.find(planId => planId === id) ?? null

function buyOffer(id: PlanId, price: number, activePlan: Priced): PlanOffer {
  if (price < activePlan.price) return { kind: 'included' }
  const planId = toBuyablePlanId(id)
  return planId ? { kind: 'buy', planId } : { kind: 'none' }
}
