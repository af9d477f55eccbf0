import { randomInt, randomUUID } from 'node:crypto'
import type { JWSRenewalInfoDecodedPayload, JWSTransactionDecodedPayload } from '@apple/app-store-server-library'
import type { FakeTime } from '@recaps/fake-parts'
import type { LedgerEntry } from './ledger.ts'

export type EnvironmentName = 'Production' | 'Sandbox'

/** A monthly subscription. */
export interface ProductInput {
  id: string
  priceCents: number
  /** ISO 4217 in capital letters. Defaults to USD. */
  currency?: string
  /** Subscription group. A customer has one subscription per group at a time. */
  group?: string
}

export type Product = Required<ProductInput>

/** Transaction as it is signed, but without the date of signing. */
export type Transaction = JWSTransactionDecodedPayload &
  Required<
    Pick<
      JWSTransactionDecodedPayload,
      | 'transactionId'
      | 'originalTransactionId'
      | 'productId'
      | 'purchaseDate'
      | 'originalPurchaseDate'
      | 'expiresDate'
      | 'price'
      | 'currency'
    >
  >
export type Renewal = JWSRenewalInfoDecodedPayload

/** https://developer.apple.com/documentation/appstoreserverapi/status */
export const statuses = { active: 1, expired: 2, retry: 3, grace: 4, revoked: 5 } as const

/** A subscription of one customer in one group, with all its periods, oldest first. */
export interface Purchase {
  originalTransactionId: string
  customer: string
  environment: EnvironmentName
  group: string
  status: (typeof statuses)[keyof typeof statuses]
  transactions: Transaction[]
  renewal: Renewal
  isCardDeclined: boolean
}

export interface Notification {
  uuid: string
  type: string
  subtype: string | undefined
  at: number
  environment: EnvironmentName
  /** Null for a test notification. */
  purchase: Purchase | null
  /** Snapshot at the time of the notification, as are `renewal` and `status`. */
  transaction: Transaction | null
  renewal: Renewal | null
  status: number | undefined
}

export interface Shop {
  time: FakeTime
  bundleId: string
  appId: number
  /** Days for which a subscription stays active after a failed payment. */
  graceDays: number
  products: Map<string, Product>
  /** By original transaction id. */
  purchases: Map<string, Purchase>
  ledger: LedgerEntry[]
  notifications: Notification[]
  listeners: ((notification: Notification) => void)[]
  nextTransactionId(): string
}

export function openShop({
  products,
  ...given
}: Pick<Shop, 'time' | 'bundleId' | 'appId' | 'graceDays'> & { products: readonly ProductInput[] }): Shop {
  let transactions = 270_000_000_000_000 + randomInt(1_000_000_000) * 1000
  return {
    ...given,
    products: new Map(products.map(it => [it.id, { currency: 'USD', group: '21000001', ...it }])),
    purchases: new Map(),
    ledger: [],
    notifications: [],
    listeners: [],
    nextTransactionId: () => String(transactions++),
  }
}

export function getProduct({ products }: Shop, id: string): Product {
  const product = products.get(id)
  if (!product) throw new Error(`The App Store fake has no product ${id}`)
  return product
}

export const latestTransaction = ({ transactions }: Purchase): Transaction => transactions.at(-1)!

/** Sends a notification with the current state of the purchase. */
export function notify(
  shop: Shop,
  type: string,
  subtype?: string,
  purchase: Purchase | null = null,
  environment: EnvironmentName = purchase?.environment ?? 'Production',
): void {
  const notification: Notification = {
    ...{ uuid: randomUUID(), type, subtype, at: shop.time.now(), purchase },
    environment,
    transaction: purchase && structuredClone(latestTransaction(purchase)),
    renewal: purchase && structuredClone(purchase.renewal),
    status: purchase?.status,
  }
  shop.notifications.push(notification)
  for (const listener of shop.listeners) listener(notification)
}
