import type { PlanResponse, UserSubscription } from '@recaps/contract/subscriptions'
import { activePlan, type ContentType, type Plan, type PlanId, plans } from '@recaps/domain/plans'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import { endPurchases, findPurchases, type PurchaseRow } from './repository.ts'

/** The day on which the plan table was last changed. */
const tableChangedAt = '2026-11-20T00:00:00.000Z'

export function createSubscriptions({ db, defaultPlan }: { db: Db; defaultPlan: PlanId }) {
  const active = (purchases: readonly PurchaseRow[]): Plan =>
    activePlan(
      purchases.map(p => ({ planId: p.plan_id, status: p.status, type: p.type as ContentType })),
      defaultPlan,
    )
  return {
    list: (): PlanResponse[] => plans.map(present),
    activePlan: async (userId: number, within: Db | Trx = db): Promise<Plan> =>
      active(await findPurchases(within, userId)),
    /** What counts for the user, the active plan first. */
    plansOf: async (userId: number): Promise<PlanResponse[]> => [present(active(await findPurchases(db, userId)))],
    /** The account is being deleted: what was bought ends with it. A provider that charges by itself has to be told here. */
    end: (trx: Trx, userId: number, now: Date) => endPurchases(trx, userId, now),
    async ofUser(userId: number): Promise<{ activePlan: PlanResponse; subscriptions: UserSubscription[] }> {
      const purchases = await findPurchases(db, userId)
      return { activePlan: present(active(purchases)), subscriptions: purchases.map(presentPurchase) }
    },
  }
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

const present = ({ priceCents, ...plan }: Plan): PlanResponse => ({
  ...plan,
  allowedFrequencies: [...plan.allowedFrequencies],
  price: priceCents / 100,
  stripeProductId: '',
  stripePriceId: '',
  createdAt: tableChangedAt,
  updatedAt: tableChangedAt,
})

const presentPurchase = (row: PurchaseRow): UserSubscription => ({
  id: row.id,
  userId: row.user_id,
  subscriptionId: row.plan_id,
  type: row.type as ContentType,
  startDate: row.started_at.toISOString(),
  endDate: row.ends_at?.toISOString() ?? null,
  status: row.status,
  paymentMethod: row.payment_method,
  transactionId: row.transaction_id,
  amount: row.amount_cents / 100,
  currency: row.currency,
  stripeSubscriptionId: row.stripe_subscription_id,
  isTrial: row.is_trial,
  currentPeriodEnd: row.period_end?.toISOString() ?? null,
  isCanceling: row.is_canceling,
  paymentIssue:
    row.issue_since && row.grace_ends_at
      ? { since: row.issue_since.toISOString(), graceEndsAt: row.grace_ends_at.toISOString() }
      : null,
  nextPlan:
    row.next_plan_id && row.next_plan_at
      ? { subscriptionId: row.next_plan_id, at: row.next_plan_at.toISOString() }
      : null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at?.toISOString() ?? null,
})
