import type { PlanResponse, UserSubscription } from '@recaps/contract/subscriptions'
import { activePlan, type ContentType, type Plan, type PlanId, plans } from '@recaps/domain/plans'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Prices, presentPlan, presentPurchase, statusNow } from './present.ts'
import { findPurchases, type PurchaseRow } from './repository.ts'

export interface SubscriptionsDeps {
  db: Db
  clock: Clock
  defaultPlan: PlanId
  /** Ids of what is sold; nothing where nothing is. */
  prices(): Promise<Prices>
}

/** Which plan counts, for everything that asks. Nothing here waits for who takes the money. */
export function createSubscriptions({ db, clock, defaultPlan, prices }: SubscriptionsDeps) {
  const active = (purchases: readonly PurchaseRow[]): Plan => {
    const now = clock.now()
    return activePlan(
      purchases.map(row => ({ planId: row.plan_id, status: statusNow(row, now), type: row.type as ContentType })),
      defaultPlan,
    )
  }
  return {
    async list(): Promise<PlanResponse[]> {
      const known = await prices()
      return plans.map(plan => presentPlan(plan, known))
    },
    activePlan: async (userId: number, within: Db | Trx = db): Promise<Plan> =>
      active(await findPurchases(within, userId)),
    /** What counts for the user, the active plan first. */
    plansOf: async (userId: number): Promise<PlanResponse[]> => [
      presentPlan(active(await findPurchases(db, userId)), await prices()),
    ],
    async ofUser(userId: number): Promise<{ activePlan: PlanResponse; subscriptions: UserSubscription[] }> {
      const purchases = await findPurchases(db, userId)
      const now = clock.now()
      return {
        activePlan: presentPlan(active(purchases), await prices()),
        subscriptions: purchases.map(row => presentPurchase(row, now)),
      }
    },
  }
}

export type Subscriptions = ReturnType<typeof createSubscriptions>
