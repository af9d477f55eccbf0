import type { FakeTime } from '@recaps/fake-parts'
import type { LedgerEntry } from './ledger.ts'
import type { PublishedMessage } from './notifications.ts'

export interface Product {
  id: string
  /** Monthly price, in hundredths of the currency. */
  priceCents: number
  /** ISO 4217. Defaults to USD. */
  currency?: string
}

/** Suffix of `SUBSCRIPTION_STATE_…`. */
export type PurchaseState =
  | 'PENDING'
  | 'ACTIVE'
  | 'IN_GRACE_PERIOD'
  | 'ON_HOLD'
  | 'PAUSED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'PENDING_PURCHASE_CANCELED'

/** A purchase under one token. Times are in milliseconds. */
export interface Purchase {
  token: string
  productId: string
  state: PurchaseState
  /** Account id that the app passed with the purchase. */
  accountToken: string | null
  isTest: boolean
  isAcknowledged: boolean
  boughtAt: number
  /** Null until the first payment. */
  startedAt: number | null
  /** End of access. In the grace period, this is later than `paidUntil`. */
  expiresAt: number
  paidUntil: number
  /** Day of the month on which the purchase renews. */
  day: number
  willRenew: boolean
  phase: 'trial' | 'base' | 'proration'
  /** Replaces the product with the next period. */
  nextProductId: string | null
  /** Token of the purchase that this one replaced. */
  linkedToken: string | null
  /** The ended purchase before a resubscription in Google Play itself. Null again after the acknowledgement. */
  expired: { token: string; accountToken: string | null } | null
  canceledBy: 'user' | 'system' | 'replacement' | null
  canceledAt: number | null
  /** Length of the pause that starts with the next period. */
  pauseMs: number | null
  resumesAt: number | null
  /** Whether the payment method is declined. */
  isDeclined: boolean
  /** Order ids, oldest first. */
  orders: string[]
  renewals: number
}

export interface Order {
  id: string
  token: string
  productId: string
  cents: number
  currency: string
  createdAt: number
  periodStart: number
  periodEnd: number
  phase: Purchase['phase']
  refunds: { cents: number; at: number; isFull: boolean; reason: 'OTHER' | 'CHARGEBACK' }[]
}

/** How long a declined renewal is retried. In Google Play this is a setting of the product. */
export interface Dunning {
  graceDays: number
  holdDays: number
}

/** One app in Google Play, in memory. */
export interface Shop {
  time: FakeTime
  packageName: string
  dunning: Dunning
  products: ReadonlyMap<string, Required<Product>>
  purchases: Map<string, Purchase>
  orders: Map<string, Order>
  ledger: LedgerEntry[]
  published: PublishedMessage[]
  listeners: ((message: PublishedMessage) => void)[]
}

export const openShop = (
  given: Pick<Shop, 'time' | 'packageName' | 'dunning'> & { products: readonly Product[] },
): Shop => ({
  ...given,
  products: new Map(given.products.map(product => [product.id, { currency: 'USD', ...product }])),
  purchases: new Map(),
  orders: new Map(),
  ledger: [],
  published: [],
  listeners: [],
})

export function getById<T>(all: ReadonlyMap<string, T>, id: string): T {
  const found = all.get(id)
  if (!found) throw new Error(`The Google Play fake has no ${id}`)
  return found
}
