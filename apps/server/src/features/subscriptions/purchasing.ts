import type { Currency, PaymentMethod } from '@recaps/contract/subscriptions'
import { type BuyablePlanId, liveStatuses } from '@recaps/domain/billing'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { BegunPurchase, Payments, Stores } from '../../ports/payments.ts'
import { findCustomer } from './customers-repository.ts'
import type { Operations, Outcome } from './operations.ts'
import type { Refreshing } from './refreshing.ts'
import { atStripe } from './refs.ts'
import { answered } from './refusals.ts'
import { findLive, type PurchaseRow } from './repository.ts'
import { createStorePurchasing, isSoldByStore } from './store-purchasing.ts'
import type { Wish } from './wishes.ts'

export interface PurchasingDeps {
  db: Db
  limits: Limits
  payments: Payments
  stores: Stores
  operations: Operations
  refreshing: Refreshing
}

export interface Claim {
  subscriptionId: BuyablePlanId
  paymentMethod: PaymentMethod
  /** Of a store its receipt. */
  transactionId: string
  stripeSubscriptionId?: string | null | undefined
  isTrial: boolean
  currency: Currency
}

type Bought = { open: BegunPurchase } | { outcome: Outcome }
type Buying = Extract<Wish, { kind: 'begin' | 'buy' }>

/** A pending purchase is given up, its place is taken by another, and that may be so once more in another window. */
const roundsAllowed = 5

export function createPurchasing(deps: PurchasingDeps) {
  const { db, limits, payments, operations, refreshing } = deps
  const purchaseInStore = createStorePurchasing(deps)
  const inHand = new Map<string, Promise<Bought>>()

  /** What is open already of the same plan, to go on with; what turns out not to be open is looked at anew. */
  async function openOne(userId: number, wish: Buying, hopeless: Set<string>): Promise<BegunPurchase | null> {
    const live = await findLive(db, userId)
    if (live?.status !== 'pending' || !live.stripe_subscription_id) return null
    const isSamePlan = wish.kind === 'begin' && live.plan_id === wish.planId && live.currency === wish.currency
    const open = isSamePlan ? await answered(payments.goOn(live.stripe_subscription_id)) : null
    if (open) return open
    // It may have been paid a moment ago, and is then not given up.
    await refreshing.refresh(atStripe(live.stripe_subscription_id))
    hopeless.add(live.stripe_subscription_id)
    return null
  }

  /** Clicks at the same time are one. */
  function buy(userId: number, wish: Buying): Promise<Bought> {
    const key = `${userId} ${JSON.stringify(wish)}`
    const running = inHand.get(key) ?? buyOnce(userId, wish).finally(() => inHand.delete(key))
    inHand.set(key, running)
    return running
  }

  async function buyOnce(userId: number, wish: Buying): Promise<Bought> {
    const hopeless = new Set<string>()
    let isCounted = false
    for (let round = 0; round < roundsAllowed; round++) {
      const open = await openOne(userId, wish, hopeless)
      if (open) return { open }
      if (!isCounted) await limits.take('payment', String(userId))
      isCounted = true
      const operation = await operations.open(userId, purchases => nextStep(purchases, wish, hopeless))
      // Somebody began one meanwhile: it is gone on with.
      if (!operation) continue
      const outcome = await operations.perform(operation)
      if (operation.kind === wish.kind) return { outcome }
    }
    throw new AppError('payment_in_progress')
  }

  return {
    async begin(userId: number, wish: { planId: BuyablePlanId; currency: Currency }): Promise<BegunPurchase> {
      const bought = await buy(userId, { kind: 'begin', ...wish })
      const begun = 'open' in bought ? bought.open : bought.outcome.begun
      if (!begun) throw new AppError('payment_in_progress')
      return begun
    },

    async create(
      userId: number,
      wish: { planId: BuyablePlanId; paymentMethodId: string; isTrial: boolean },
    ): Promise<{ purchase: PurchaseRow; clientSecret: string | null }> {
      if (wish.isTrial) throw new AppError('no_trial')
      const { planId, paymentMethodId } = wish
      const bought = await buy(userId, { kind: 'buy', planId, currency: 'usd', paymentMethodId })
      if ('open' in bought || !bought.outcome.purchase) throw new AppError('payment_in_progress')
      const { purchase, clientSecret } = bought.outcome
      return { purchase, clientSecret: purchase.status === 'pending' ? clientSecret : null }
    },

    /** What the client says of it counts for nothing: the provider is asked. Asked twice, it is the same. */
    async purchase(userId: number, claim: Claim): Promise<PurchaseRow> {
      if (claim.isTrial) throw new AppError('no_trial')
      if (isSoldByStore(claim)) return await purchaseInStore(userId, claim)
      const customerId = await findCustomer(db, userId)
      const id = claim.stripeSubscriptionId ?? (await findLive(db, userId))?.stripe_subscription_id
      const told = customerId && id ? await answered(payments.subscription(id)) : null
      // Foreign, missing, or of another price: all the same to who asks.
      if (!told || told.customerId !== customerId) throw new AppError('payment_not_found')
      if (told.planId !== claim.subscriptionId || told.currency !== claim.currency)
        throw new AppError('payment_not_found')
      const row = await refreshing.refresh(atStripe(told.id))
      if (row?.user_id !== userId) throw new AppError('payment_not_found')
      if (row.status === 'pending') throw new AppError('payment_pending')
      if (row.status !== 'active') throw new AppError('payment_not_found')
      return row
    },
  }
}

/** Nobody buys a second plan; what is not paid yet gives way. Null: there is one to go on with. */
function nextStep(purchases: readonly PurchaseRow[], wish: Buying, hopeless: ReadonlySet<string>): Wish | null {
  const live = purchases.find(({ status }) => liveStatuses.some(one => one === status))
  if (!live) return wish
  if (live.status !== 'pending') throw new AppError('already_subscribed')
  if (!live.stripe_subscription_id) throw new AppError('bought_elsewhere')
  return hopeless.has(live.stripe_subscription_id) ? { kind: 'end', subscriptionId: live.stripe_subscription_id } : null
}
