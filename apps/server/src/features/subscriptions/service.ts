import type { PlanResponse, UserSubscription } from '@recaps/contract/subscriptions'
import { activePlan, type ContentType, type Plan, type PlanId, plans } from '@recaps/domain/plans'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import { currentStatus, type PlanPrices, presentPlan, presentPurchase } from './present.ts'
import { findPurchases, type PurchaseRow } from './purchases-repository.ts'

export interface SubscriptionsDeps {
  db: Db
  clock: Clock
  defaultPlan: PlanId
  /** Product and price ids of the plans on sale; empty if nothing is sold. */
  prices(): Promise<PlanPrices>
}

/** Plans and purchases as saved here. The active plan never depends on a call to a payment provider. */
export function createSubscriptions({ db, clock, defaultPlan, prices }: SubscriptionsDeps) {
  const pickActivePlan = (purchases: readonly PurchaseRow[]): Plan => {
    const now = clock.now()
    return activePlan(
      purchases.map(row => ({ planId: row.plan_id, status: currentStatus(row, now), type: row.type as ContentType })),
      defaultPlan,
    )
  }
  return {
    async list(): Promise<PlanResponse[]> {
      const planPrices = await prices()
      return plans.map(plan => presentPlan(plan, planPrices))
    },
    activePlan: async (userId: number, within: Db | Trx = db): Promise<Plan> =>
      pickActivePlan(await findPurchases(within, userId)),
    /** The active plan, as the one-element list that the user API returns. */
    listActivePlans: async (userId: number): Promise<PlanResponse[]> => [
      presentPlan(pickActivePlan(await findPurchases(db, userId)), await prices()),
    ],
    async getForUser(userId: number): Promise<{ activePlan: PlanResponse; subscriptions: UserSubscription[] }> {
      const purchases = await findPurchases(db, userId)
      const now = clock.now()
      return {
        activePlan: presentPlan(pickActivePlan(purchases), await prices()),
        subscriptions: purchases.map(row => presentPurchase(row, now)),
      }
    },
  }
}

export type Subscriptions = ReturnType<typeof createSubscriptions>
