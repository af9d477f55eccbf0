import { randomUUID } from 'node:crypto'
import {
  type EnvironmentName,
  lastOf,
  notify,
  type Product,
  type Purchase,
  productOf,
  type Shop,
  statuses,
  type Transaction,
} from './shop.ts'
import { dayMs, monthAfter } from './time.ts'

export interface BuyingOptions {
  /** Who buys; somebody new unless told otherwise. */
  customer?: string
  environment?: EnvironmentName
  /** The first period costs nothing. */
  isTrial?: boolean
  /** Bought by somebody else of the family. */
  isShared?: boolean
}

/** Buys, buys again what was over, or changes to another product of the group. */
export function buy(shop: Shop, accountToken: string | null, productId: string, options: BuyingOptions = {}): Purchase {
  const { customer = randomUUID(), environment = 'Production' } = options
  const product = productOf(shop, productId)
  const before = [...shop.purchases.values()].find(
    it => it.customer === customer && it.group === product.group && it.environment === environment,
  )
  if (before && isRunning(before)) return change(shop, before, productId)
  const now = shop.time.now()
  const purchase: Purchase = before ?? {
    ...{ originalTransactionId: '', customer, environment, group: product.group },
    ...{ status: statuses.active, transactions: [], renewal: {}, isCardDeclined: false },
  }
  const { transactionId } = charge(shop, purchase, product, {
    ...{ from: now, to: monthAfter(now, now), reason: 'PURCHASE' },
    ...(accountToken === null ? {} : { appAccountToken: accountToken }),
    ...(options.isTrial ? trial : {}),
    inAppOwnershipType: options.isShared ? 'FAMILY_SHARED' : 'PURCHASED',
  })
  purchase.originalTransactionId ||= transactionId
  purchase.renewal.recentSubscriptionStartDate = now
  shop.purchases.set(purchase.originalTransactionId, purchase)
  notify(shop, 'SUBSCRIBED', before ? 'RESUBSCRIBE' : 'INITIAL_BUY', purchase)
  return purchase
}

export const isRunning = ({ status }: Purchase): boolean =>
  status === statuses.active || status === statuses.grace || status === statuses.retry

/** A dearer product counts at once, another from the next period on; the one that runs takes such a wish back. */
export function change(shop: Shop, purchase: Purchase, productId: string): Purchase {
  const last = lastOf(purchase)
  const [from, to] = [productOf(shop, last.productId), productOf(shop, productId)]
  const now = shop.time.now()
  purchase.renewal = { ...purchase.renewal, autoRenewProductId: to.id, autoRenewStatus: 1, renewalPrice: milli(to) }
  if (to.priceCents <= from.priceCents) {
    notify(shop, 'DID_CHANGE_RENEWAL_PREF', to.id === from.id ? undefined : 'DOWNGRADE', purchase)
    return purchase
  }
  last.isUpgraded = true
  charge(shop, purchase, to, { from: now, to: monthAfter(now, now), reason: 'PURCHASE' })
  notify(shop, 'DID_CHANGE_RENEWAL_PREF', 'UPGRADE', purchase)
  return purchase
}

/** The next period, which begins when the last one ends. */
export function renew(shop: Shop, purchase: Purchase): void {
  const from = lastOf(purchase).expiresDate
  const product = productOf(shop, purchase.renewal.autoRenewProductId!)
  charge(shop, purchase, product, { from, to: monthAfter(from, anchorOf(purchase)), reason: 'RENEWAL' })
  notify(shop, 'DID_RENEW', undefined, purchase)
}

/** The payment came in after all: within the grace the period begins when the last one ended, later it begins now. */
export function recover(shop: Shop, purchase: Purchase): void {
  purchase.isCardDeclined = false
  const from = purchase.status === statuses.grace ? lastOf(purchase).expiresDate : shop.time.now()
  const anchor = purchase.status === statuses.grace ? anchorOf(purchase) : from
  const product = productOf(shop, purchase.renewal.autoRenewProductId!)
  charge(shop, purchase, product, { from, to: monthAfter(from, anchor), reason: 'RENEWAL' })
  notify(shop, 'DID_RENEW', 'BILLING_RECOVERY', purchase)
}

/** The card was declined when the period ended. */
export function fail(shop: Shop, purchase: Purchase): void {
  const graceEnds = lastOf(purchase).expiresDate + shop.graceDays * dayMs
  const hasGrace = shop.graceDays > 0
  purchase.status = hasGrace ? statuses.grace : statuses.retry
  purchase.renewal = {
    ...{ ...purchase.renewal, isInBillingRetryPeriod: true },
    ...(hasGrace ? { gracePeriodExpiresDate: graceEnds } : {}),
  }
  notify(shop, 'DID_FAIL_TO_RENEW', hasGrace ? 'GRACE_PERIOD' : undefined, purchase)
}

export function endGrace(shop: Shop, purchase: Purchase): void {
  purchase.status = statuses.retry
  delete purchase.renewal.gracePeriodExpiresDate
  notify(shop, 'GRACE_PERIOD_EXPIRED', undefined, purchase)
}

/** Over, by its user's wish or because nobody paid. */
export function expire(shop: Shop, purchase: Purchase, cause: 'VOLUNTARY' | 'BILLING_RETRY'): void {
  purchase.status = statuses.expired
  purchase.renewal = {
    ...{ ...purchase.renewal, autoRenewStatus: 0, isInBillingRetryPeriod: false },
    expirationIntent: cause === 'VOLUNTARY' ? 1 : 2,
  }
  delete purchase.renewal.gracePeriodExpiresDate
  delete purchase.renewal.renewalDate
  notify(shop, 'EXPIRED', cause, purchase)
}

const milli = ({ priceCents }: Product): number => priceCents * 10

/** The day of the month that it is charged on. */
const anchorOf = ({ transactions }: Purchase): number =>
  transactions.findLast(({ transactionReason }) => transactionReason === 'PURCHASE')!.purchaseDate

const trial = { offerType: 1, offerDiscountType: 'FREE_TRIAL', offerPeriod: 'P1M', price: 0 }

interface Period extends Partial<Transaction> {
  from: number
  to: number
  reason: 'PURCHASE' | 'RENEWAL'
}

function charge(shop: Shop, purchase: Purchase, product: Product, { from, to, reason, ...more }: Period): Transaction {
  const transactionId = shop.nextTransactionId()
  const [first, last] = [purchase.transactions[0], purchase.transactions.at(-1)]
  const transaction: Transaction = {
    transactionId,
    originalTransactionId: purchase.originalTransactionId || transactionId,
    webOrderLineItemId: shop.nextTransactionId(),
    bundleId: shop.bundleId,
    productId: product.id,
    subscriptionGroupIdentifier: product.group,
    purchaseDate: from,
    originalPurchaseDate: first?.purchaseDate ?? from,
    expiresDate: to,
    quantity: 1,
    type: 'Auto-Renewable Subscription',
    ...(last?.appAccountToken ? { appAccountToken: last.appAccountToken } : {}),
    inAppOwnershipType: last?.inAppOwnershipType ?? 'PURCHASED',
    environment: purchase.environment,
    transactionReason: reason,
    storefront: 'USA',
    storefrontId: '143441',
    price: milli(product),
    currency: product.currency,
    ...more,
  }
  purchase.transactions.push(transaction)
  purchase.status = statuses.active
  purchase.renewal = {
    originalTransactionId: transaction.originalTransactionId,
    productId: product.id,
    autoRenewProductId: product.id,
    autoRenewStatus: 1,
    isInBillingRetryPeriod: false,
    environment: purchase.environment,
    recentSubscriptionStartDate: purchase.renewal.recentSubscriptionStartDate ?? from,
    renewalDate: to,
    renewalPrice: milli(product),
    currency: product.currency,
  }
  if (transaction.price > 0 && transaction.inAppOwnershipType === 'PURCHASED') book(shop, transaction)
  return transaction
}

const book = ({ ledger, time }: Shop, { transactionId, originalTransactionId, price, currency }: Transaction) =>
  void ledger.push({
    ...{ kind: 'charge', transactionId, originalTransactionId, amountCents: price / 10, currency },
    at: new Date(time.now()),
  })
