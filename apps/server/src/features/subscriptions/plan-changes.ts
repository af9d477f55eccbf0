import type { ChangePreview } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, type PlanUsage, planChangeEffects, planChangeKind } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import type { PaymentCommand } from './payment-commands.ts'
import { withAppErrors } from './payment-errors.ts'
import type { OperationOutcome, PaymentOperations } from './payment-operations.ts'
import { toDollars } from './present.ts'
import { isOver } from './projection.ts'
import { findLivePurchase, findPurchase, type PurchaseRow } from './purchases-repository.ts'

export interface PlanChangesDeps {
  db: Db
  clock: Clock
  payments: Payments
  operations: PaymentOperations
  getUsage(userId: number): Promise<PlanUsage>
}

export function createPlanChanges({ db, clock, payments, operations, getUsage }: PlanChangesDeps) {
  /** Runs the command that `decide` chooses for one purchase of the user; null from `decide` means that no change is needed. */
  async function runOnPurchase(
    userId: number,
    find: (purchases: readonly PurchaseRow[]) => PurchaseRow | undefined,
    decide: (purchase: PurchaseRow & { stripe_subscription_id: string }) => PaymentCommand | null,
  ): Promise<OperationOutcome & { purchase: PurchaseRow }> {
    let target: PurchaseRow | undefined
    const operation = await operations.open(userId, purchases => {
      target = find(purchases)
      if (!target) throw new AppError('not_found')
      return decide(requireBoughtHere(target))
    })
    const outcome = operation && (await operations.perform(operation))
    const purchase = await findPurchase(db, userId, target!.id)
    if (!purchase) throw new AppError('not_found')
    return { checkout: null, clientSecret: outcome?.clientSecret ?? null, purchase }
  }

  const byId = (id: number) => (purchases: readonly PurchaseRow[]) => purchases.find(row => row.id === id)

  return {
    /** Cancels at the end of the period. If the current period is unpaid, ends at once and stops the payment retries. */
    async cancel(userId: number, id: number): Promise<PurchaseRow> {
      const { purchase } = await runOnPurchase(userId, byId(id), row => {
        if (isOver(row.status)) throw new AppError('nothing_to_cancel')
        const subscriptionId = row.stripe_subscription_id
        if (row.status !== 'active' || row.issue_since) return { kind: 'end', subscriptionId }
        return row.is_canceling ? null : { kind: 'cancel', subscriptionId }
      })
      return purchase
    },

    async resume(userId: number, id: number): Promise<PurchaseRow> {
      const { purchase } = await runOnPurchase(userId, byId(id), row => {
        if (isOver(row.status)) throw new AppError('nothing_to_cancel')
        if (row.is_canceling) return { kind: 'resume', subscriptionId: row.stripe_subscription_id }
        return row.next_plan_id ? { kind: 'keep', subscriptionId: row.stripe_subscription_id } : null
      })
      return purchase
    },

    async preview(userId: number, planId: BuyablePlanId): Promise<ChangePreview> {
      const row = requireChangeable(await findLivePurchase(db, userId))
      const kind = validateChange(row, planId)
      const [from, to] = [planById(row.plan_id), planById(planId)]
      const isUpgrade = kind === 'upgrade'
      const due = isUpgrade
        ? await withAppErrors(payments.previewChange(row.stripe_subscription_id, planId))
        : { dueNowCents: 0 }
      return {
        kind,
        dueNow: toDollars(due.dueNowCents),
        amount: toDollars(to.priceCents),
        currency: row.currency,
        startsAt: (isUpgrade ? clock.now() : (row.period_end ?? clock.now())).toISOString(),
        effects: planChangeEffects(from, to, await getUsage(userId)),
      }
    },

    /** An upgrade takes effect once the difference is paid; until then, `clientSecret` confirms the payment. */
    async change(
      userId: number,
      planId: BuyablePlanId,
    ): Promise<{ purchase: PurchaseRow; clientSecret: string | null }> {
      for (;;) {
        let isUndone = false
        const findChangeable = (purchases: readonly PurchaseRow[]) =>
          requireChangeable(purchases.find(row => !isOver(row.status)))
        const { purchase, clientSecret } = await runOnPurchase(userId, findChangeable, row => {
          const subscriptionId = row.stripe_subscription_id
          // `decide` may run again, on purchases that have changed.
          isUndone = false
          if (row.plan_id === planId && row.next_plan_id) return { kind: 'keep', subscriptionId }
          if (row.next_plan_id === planId) return null
          const kind = validateChange(row, planId)
          isUndone = row.next_plan_id !== null
          return isUndone ? { kind: 'keep', subscriptionId } : { kind, subscriptionId, planId }
        })
        // The scheduled downgrade is undone; the next round requests the new plan.
        if (!isUndone) return { purchase, clientSecret: purchase.plan_id === planId ? null : clientSecret }
      }
    },
  }
}

/** A plan can be changed only where it was bought. */
function requireBoughtHere<Row extends PurchaseRow>(row: Row): Row & { stripe_subscription_id: string } {
  if (row.provider !== 'stripe' || !row.stripe_subscription_id) throw new AppError('bought_elsewhere')
  return { ...row, stripe_subscription_id: row.stripe_subscription_id }
}

function requireChangeable(row: PurchaseRow | undefined): PurchaseRow & { stripe_subscription_id: string } {
  if (!row) throw new AppError('invalid_request', 'You have no plan to change yet. Choose one to buy.')
  if (row.status === 'pending') throw new AppError('payment_pending')
  return requireBoughtHere(row)
}

function validateChange(row: PurchaseRow, planId: BuyablePlanId): 'upgrade' | 'downgrade' {
  const kind = planChangeKind(row.plan_id, planId)
  if (kind === 'same') throw new AppError('already_subscribed', 'You already have this plan.')
  if (row.is_canceling)
    throw new AppError('invalid_request', 'Your plan is about to end. Resume it first, then change it.')
  if (row.issue_since || row.status !== 'active')
    throw new AppError('payment_declined', 'Your last payment failed. Pay it first, then change your plan.')
  if (row.is_disputed && kind === 'upgrade') throw new AppError('payment_disputed')
  return kind
}
