import { randomUUID } from 'node:crypto'
import {
  type EnvironmentName,
  getProduct,
  latestTransaction,
  notify,
  type Product,
  type Purchase,
  type Shop,
  statuses,
  type Transaction,
} from './shop.ts'
import { dayMs, monthAfter } from './time.ts'

export interface BuyOptions {
  /** Defaults to a new customer. */
  customer?: string
  environment?: EnvironmentName
  /** The first period is free. */
  isTrial?: boolean
  /** Bought by another family member and shared. */
  isShared?: boolean
}

/** Buys a product. For a customer with a purchase in its group, this is a plan change or, after its end, a resubscription. */
export function buy(shop: Shop, accountToken: string | null, productId: string, options: BuyOptions = {}): Purchase {
  const { customer = randomUUID(), environment = 'Production' } = options
  const product = getProduct(shop, productId)
  const existing = [...shop.purchases.values()].find(
    it => it.customer === customer && it.group === product.group && it.environment === environment,
  )
  if (existing && isRunning(existing)) return changePlan(shop, existing, productId)
  const now = shop.time.now()
  const purchase: Purchase = existing ?? {
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
  notify(shop, 'SUBSCRIBED', existing ? 'RESUBSCRIBE' : 'INITIAL_BUY', purchase)
  return purchase
}

export const isRunning = ({ status }: Purchase): boolean =>
  status === statuses.active || status === statuses.grace || status === statuses.retry

/** Upgrades at once, or downgrades with the next period. Choosing the current product undoes a planned downgrade. */
export function changePlan(shop: Shop, purchase: Purchase, productId: string): Purchase {
  const last = latestTransaction(purchase)
  const [from, to] = [getProduct(shop, last.productId), getProduct(shop, productId)]
  const now = shop.time.now()
  purchase.renewal = {
    ...purchase.renewal,
    autoRenewProductId: to.id,
    autoRenewStatus: 1,
    renewalPrice: toMilliunits(to),
  }
  if (to.priceCents <= from.priceCents) {
    notify(shop, 'DID_CHANGE_RENEWAL_PREF', to.id === from.id ? undefined : 'DOWNGRADE', purchase)
    return purchase
  }
  last.isUpgraded = true
  charge(shop, purchase, to, { from: now, to: monthAfter(now, now), reason: 'PURCHASE' })
  notify(shop, 'DID_CHANGE_RENEWAL_PREF', 'UPGRADE', purchase)
  return purchase
}

/** Charges the next period, which starts when the last one ends. */
export function renew(shop: Shop, purchase: Purchase): void {
  const from = latestTransaction(purchase).expiresDate
  const product = getProduct(shop, purchase.renewal.autoRenewProductId!)
  charge(shop, purchase, product, { from, to: monthAfter(from, anchorOf(purchase)), reason: 'RENEWAL' })
  notify(shop, 'DID_RENEW', undefined, purchase)
}

/** Charges a failed payment successfully. In grace, the new period starts when the last one ended; later, it starts now. */
export function recover(shop: Shop, purchase: Purchase): void {
  purchase.isCardDeclined = false
  const from = purchase.status === statuses.grace ? latestTransaction(purchase).expiresDate : shop.time.now()
  const anchor = purchase.status === statuses.grace ? anchorOf(purchase) : from
  const product = getProduct(shop, purchase.renewal.autoRenewProductId!)
  charge(shop, purchase, product, { from, to: monthAfter(from, anchor), reason: 'RENEWAL' })
  notify(shop, 'DID_RENEW', 'BILLING_RECOVERY', purchase)
}

/** Handles a card that was declined at the end of the period. */
export function failRenewal(shop: Shop, purchase: Purchase): void {
  const graceEnds = latestTransaction(purchase).expiresDate + shop.graceDays * dayMs
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

/** Ends a subscription that was canceled or not paid. */
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

const toMilliunits = ({ priceCents }: Product): number => priceCents * 10

/** Date of the last purchase, which sets the day of the month for renewals. */
const anchorOf = ({ transactions }: Purchase): number =>
  transactions.findLast(({ transactionReason }) => transactionReason === 'PURCHASE')!.purchaseDate

const trial = { offerType: 1, offerDiscountType: 'FREE_TRIAL', offerPeriod: 'P1M', price: 0 }

interface ChargeInput extends Partial<Transaction> {
  from: number
  to: number
  reason: 'PURCHASE' | 'RENEWAL'
}

function charge(
  shop: Shop,
  purchase: Purchase,
  product: Product,
  { from, to, reason, ...overrides }: ChargeInput,
): Transaction {
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
    price: toMilliunits(product),
    currency: product.currency,
    ...overrides,
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
    renewalPrice: toMilliunits(product),
    currency: product.currency,
  }
  if (transaction.price > 0 && transaction.inAppOwnershipType === 'PURCHASED') addLedgerEntry(shop, transaction)
  return transaction
}

const addLedgerEntry = (
  { ledger, time }: Shop,
  { transactionId, originalTransactionId, price, currency }: Transaction,
) =>
  void ledger.push({
    ...{ kind: 'charge', transactionId, originalTransactionId, amountCents: price / 10, currency },
    at: new Date(time.now()),
  })
