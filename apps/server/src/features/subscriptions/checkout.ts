import type { Currency, PaymentMethod } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, liveStatuses } from '@recaps/domain/billing'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Payments, StartedPurchase, Stores } from '../../ports/payments.ts'
import { createClaimStorePurchase, isSoldByStore } from './claim-store-purchase.ts'
import { findCustomer } from './customers-repository.ts'
import type { PaymentCommand } from './payment-commands.ts'
import { withAppErrors } from './payment-errors.ts'
import type { OperationOutcome, PaymentOperations } from './payment-operations.ts'
import { stripeRef } from './purchase-refs.ts'
import type { PurchaseSync } from './purchase-sync.ts'
import { findLivePurchase, type PurchaseRow } from './purchases-repository.ts'

export interface CheckoutDeps {
  db: Db
  limits: Limits
  payments: Payments
  stores: Stores
  operations: PaymentOperations
  purchaseSync: PurchaseSync
}

export interface PurchaseClaim {
  subscriptionId: BuyablePlanId
  paymentMethod: PaymentMethod
  /** For a store purchase, its receipt. */
  transactionId: string
  stripeSubscriptionId?: string | null | undefined
  isTrial: boolean
  currency: Currency
}

type Bought = { open: StartedPurchase } | { outcome: OperationOutcome }
type BuyCommand = Extract<PaymentCommand, { kind: 'begin' | 'buy' }>

/** Each round may cancel a pending purchase and then find another one, started in a second window. */
const maxRounds = 5

export function createCheckout(deps: CheckoutDeps) {
  const { db, limits, payments, operations, purchaseSync } = deps
  const purchaseInStore = createClaimStorePurchase(deps)
  const inFlight = new Map<string, Promise<Bought>>()

  /**
   * An open checkout of the same plan, to resume. A pending purchase that cannot be resumed is refreshed instead, and its id
   * is added to `notResumable`.
   */
  async function findOpenCheckout(
    userId: number,
    command: BuyCommand,
    notResumable: Set<string>,
  ): Promise<StartedPurchase | null> {
    const live = await findLivePurchase(db, userId)
    if (live?.status !== 'pending' || !live.stripe_subscription_id) return null
    const isSamePlan = command.kind === 'begin' && live.plan_id === command.planId && live.currency === command.currency
    const open = isSamePlan ? await withAppErrors(payments.resumePurchase(live.stripe_subscription_id)) : null
    if (open) return open
    // It may have just been paid, and must not be cancelled then.
    await purchaseSync.refresh(stripeRef(live.stripe_subscription_id))
    notResumable.add(live.stripe_subscription_id)
    return null
  }

  /** Concurrent clicks share one purchase. */
  function buy(userId: number, command: BuyCommand): Promise<Bought> {
    const key = `${userId} ${JSON.stringify(command)}`
    const running = inFlight.get(key) ?? buyOnce(userId, command).finally(() => inFlight.delete(key))
    inFlight.set(key, running)
    return running
  }

  async function buyOnce(userId: number, command: BuyCommand): Promise<Bought> {
    const notResumable = new Set<string>()
    let isCounted = false
    for (let round = 0; round < maxRounds; round++) {
      const open = await findOpenCheckout(userId, command, notResumable)
      if (open) return { open }
      if (!isCounted) await limits.take('payment', String(userId))
      isCounted = true
      const operation = await operations.open(userId, purchases => nextCommand(purchases, command, notResumable))
      // Another request has started a checkout: resume that one.
      if (!operation) continue
      const outcome = await operations.perform(operation)
      if (operation.kind === command.kind) return { outcome }
    }
    throw new AppError('payment_in_progress')
  }

  return {
    async begin(userId: number, options: { planId: BuyablePlanId; currency: Currency }): Promise<StartedPurchase> {
      const bought = await buy(userId, { kind: 'begin', ...options })
      const checkout = 'open' in bought ? bought.open : bought.outcome.checkout
      if (!checkout) throw new AppError('payment_in_progress')
      return checkout
    },

    async create(
      userId: number,
      options: { planId: BuyablePlanId; paymentMethodId: string; isTrial: boolean },
    ): Promise<{ purchase: PurchaseRow; clientSecret: string | null }> {
      if (options.isTrial) throw new AppError('no_trial')
      const { planId, paymentMethodId } = options
      const bought = await buy(userId, { kind: 'buy', planId, currency: 'usd', paymentMethodId })
      if ('open' in bought || !bought.outcome.purchase) throw new AppError('payment_in_progress')
      const { purchase, clientSecret } = bought.outcome
      return { purchase, clientSecret: purchase.status === 'pending' ? clientSecret : null }
    },

    /** Confirms a purchase. Trusts only the provider, never the claim of the client. Idempotent. */
    async purchase(userId: number, claim: PurchaseClaim): Promise<PurchaseRow> {
      if (claim.isTrial) throw new AppError('no_trial')
      if (isSoldByStore(claim)) return await purchaseInStore(userId, claim)
      const customerId = await findCustomer(db, userId)
      const id = claim.stripeSubscriptionId ?? (await findLivePurchase(db, userId))?.stripe_subscription_id
      const subscription = customerId && id ? await withAppErrors(payments.subscription(id)) : null
      // Another user's, a missing and a differently priced one give the same error, so that callers learn nothing.
      if (!subscription || subscription.customerId !== customerId) throw new AppError('payment_not_found')
      if (subscription.planId !== claim.subscriptionId || subscription.currency !== claim.currency)
        throw new AppError('payment_not_found')
      const row = await purchaseSync.refresh(stripeRef(subscription.id))
      if (row?.user_id !== userId) throw new AppError('payment_not_found')
      if (row.status === 'pending') throw new AppError('payment_pending')
      if (row.status !== 'active') throw new AppError('payment_not_found')
      return row
    },
  }
}

/** Refuses a second plan, and cancels an unpaid one that cannot be resumed. Null if there is a checkout to resume. */
function nextCommand(
  purchases: readonly PurchaseRow[],
  command: BuyCommand,
  notResumable: ReadonlySet<string>,
): PaymentCommand | null {
  const live = purchases.find(({ status }) => liveStatuses.some(one => one === status))
  if (!live) return command
  if (live.status !== 'pending') throw new AppError('already_subscribed')
  if (!live.stripe_subscription_id) throw new AppError('bought_elsewhere')
  return notResumable.has(live.stripe_subscription_id)
    ? { kind: 'end', subscriptionId: live.stripe_subscription_id }
    : null
}
