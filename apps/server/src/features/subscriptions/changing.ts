import type { ChangePreview } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, changeKind, effectsOf, type Use } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import type { Operations, Outcome } from './operations.ts'
import { dollars } from './present.ts'
import { isOver } from './projection.ts'
import { answered } from './refusals.ts'
import { findLive, findPurchase, type PurchaseRow } from './repository.ts'
import type { Wish } from './wishes.ts'

export interface ChangingDeps {
  db: Db
  clock: Clock
  payments: Payments
  operations: Operations
  /** What somebody makes of their plan. */
  useOf(userId: number): Promise<Use>
}

export function createChanging({ db, clock, payments, operations, useOf }: ChangingDeps) {
  /** Does what is decided over one purchase of the user; null from `decide`: it is so already. */
  async function onOwn(
    userId: number,
    find: (purchases: readonly PurchaseRow[]) => PurchaseRow | undefined,
    decide: (purchase: PurchaseRow & { stripe_subscription_id: string }) => Wish | null,
  ): Promise<Outcome & { purchase: PurchaseRow }> {
    let asked: PurchaseRow | undefined
    const operation = await operations.open(userId, purchases => {
      asked = find(purchases)
      if (!asked) throw new AppError('not_found')
      return decide(boughtHere(asked))
    })
    const outcome = operation && (await operations.perform(operation))
    const purchase = await findPurchase(db, userId, asked!.id)
    if (!purchase) throw new AppError('not_found')
    return { begun: null, clientSecret: outcome?.clientSecret ?? null, purchase }
  }

  const byId = (id: number) => (purchases: readonly PurchaseRow[]) => purchases.find(row => row.id === id)

  return {
    /** With its period; one whose running period is not paid ends at once, and that payment is not tried again. */
    async cancel(userId: number, id: number): Promise<PurchaseRow> {
      const { purchase } = await onOwn(userId, byId(id), row => {
        if (isOver(row.status)) throw new AppError('nothing_to_cancel')
        const subscriptionId = row.stripe_subscription_id
        if (row.status !== 'active' || row.issue_since) return { kind: 'end', subscriptionId }
        return row.is_canceling ? null : { kind: 'cancel', subscriptionId }
      })
      return purchase
    },

    async resume(userId: number, id: number): Promise<PurchaseRow> {
      const { purchase } = await onOwn(userId, byId(id), row => {
        if (isOver(row.status)) throw new AppError('nothing_to_cancel')
        if (row.is_canceling) return { kind: 'resume', subscriptionId: row.stripe_subscription_id }
        return row.next_plan_id ? { kind: 'keep', subscriptionId: row.stripe_subscription_id } : null
      })
      return purchase
    },

    async preview(userId: number, planId: BuyablePlanId): Promise<ChangePreview> {
      const row = changeable(await findLive(db, userId))
      const kind = refuseImpossible(row, planId)
      const [from, to] = [planById(row.plan_id), planById(planId)]
      const isUpgrade = kind === 'upgrade'
      const due = isUpgrade
        ? await answered(payments.priceOfChange(row.stripe_subscription_id, planId))
        : { dueNowCents: 0 }
      return {
        kind,
        dueNow: dollars(due.dueNowCents),
        amount: dollars(to.priceCents),
        currency: row.currency,
        startsAt: (isUpgrade ? clock.now() : (row.period_end ?? clock.now())).toISOString(),
        effects: effectsOf(from, to, await useOf(userId)),
      }
    },

    /** The dearer plan counts once its difference is paid; until then there is a secret to confirm it with. */
    async change(
      userId: number,
      planId: BuyablePlanId,
    ): Promise<{ purchase: PurchaseRow; clientSecret: string | null }> {
      for (;;) {
        let isKept = false
        const live = (purchases: readonly PurchaseRow[]) => changeable(purchases.find(row => !isOver(row.status)))
        const { purchase, clientSecret } = await onOwn(userId, live, row => {
          const subscriptionId = row.stripe_subscription_id
          // It may be asked again, of what has changed meanwhile.
          isKept = false
          if (row.plan_id === planId && row.next_plan_id) return { kind: 'keep', subscriptionId }
          if (row.next_plan_id === planId) return null
          const kind = refuseImpossible(row, planId)
          isKept = row.next_plan_id !== null
          return isKept ? { kind: 'keep', subscriptionId } : { kind, subscriptionId, planId }
        })
        // What was to come has been taken back; now what is wished comes in its place.
        if (!isKept) return { purchase, clientSecret: purchase.plan_id === planId ? null : clientSecret }
      }
    },
  }
}

/** Only who took the money changes what is paid. */
function boughtHere<Row extends PurchaseRow>(row: Row): Row & { stripe_subscription_id: string } {
  if (row.provider !== 'stripe' || !row.stripe_subscription_id) throw new AppError('bought_elsewhere')
  return { ...row, stripe_subscription_id: row.stripe_subscription_id }
}

function changeable(row: PurchaseRow | undefined): PurchaseRow & { stripe_subscription_id: string } {
  if (!row) throw new AppError('invalid_request', 'You have no plan to change. Choose one to buy it.')
  if (row.status === 'pending') throw new AppError('payment_pending')
  return boughtHere(row)
}

function refuseImpossible(row: PurchaseRow, planId: BuyablePlanId): 'upgrade' | 'downgrade' {
  const kind = changeKind(row.plan_id, planId)
  if (kind === 'same') throw new AppError('already_subscribed', 'This is the plan you have.')
  if (row.is_canceling)
    throw new AppError('invalid_request', 'Your plan is about to end. Take it up again first, then change it.')
  if (row.issue_since || row.status !== 'active')
    throw new AppError('payment_declined', 'Your last payment failed. Settle it first, then change the plan.')
  if (row.is_disputed && kind === 'upgrade') throw new AppError('payment_disputed')
  return kind
}
