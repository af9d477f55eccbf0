import type { FakeTime } from '@recaps/fake-parts'
import type { LedgerEntry } from './ledger.ts'
import type { Told } from './told.ts'

/** What can be bought. */
export interface Product {
  id: string
  /** Hundredths of the currency, for a month. */
  priceCents: number
  /** ISO 4217; US dollars unless told otherwise. */
  currency?: string
}

/** The words of `SUBSCRIPTION_STATE_…`. */
export type State =
  | 'PENDING'
  | 'ACTIVE'
  | 'IN_GRACE_PERIOD'
  | 'ON_HOLD'
  | 'PAUSED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'PENDING_PURCHASE_CANCELED'

/** What was bought under one token. Instants in milliseconds. */
export interface Purchase {
  token: string
  productId: string
  state: State
  /** What the app named its user by. */
  accountToken: string | null
  isTest: boolean
  isAcknowledged: boolean
  boughtAt: number
  /** Null while nothing is paid. */
  startedAt: number | null
  /** End of the access; beyond what is paid for while it is in grace. */
  expiresAt: number
  paidUntil: number
  /** The day of the month on which it is renewed. */
  day: number
  willRenew: boolean
  phase: 'trial' | 'base' | 'proration'
  /** Takes the place of the product with the next period. */
  nextProductId: string | null
  /** The token that this one has taken the place of. */
  linkedToken: string | null
  /** Bought in Google Play itself after the one before had ended; forgotten once it is acknowledged. */
  expired: { token: string; accountToken: string | null } | null
  canceledBy: 'user' | 'system' | 'replacement' | null
  canceledAt: number | null
  /** With the next period it rests for so long. */
  pauseMs: number | null
  resumesAt: number | null
  /** The means of payment is declined from now on. */
  isDeclined: boolean
  /** Ids of what was paid for it, oldest first. */
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

/** What happens to renewals that cannot be paid: each product sets it. */
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
  told: Told[]
  listeners: ((told: Told) => void)[]
}

export const openShop = (
  given: Pick<Shop, 'time' | 'packageName' | 'dunning'> & { products: readonly Product[] },
): Shop => ({
  ...given,
  products: new Map(given.products.map(product => [product.id, { currency: 'USD', ...product }])),
  purchases: new Map(),
  orders: new Map(),
  ledger: [],
  told: [],
  listeners: [],
})

export function known<T>(all: ReadonlyMap<string, T>, id: string): T {
  const found = all.get(id)
  if (!found) throw new Error(`There is no ${id} in the stand-in of Google Play`)
  return found
}
