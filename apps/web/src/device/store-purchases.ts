/** A subscription as reported by this phone's app store. */
export interface OwnedPurchase {
  productId: string
  /** Proof for the server: Apple's signed transaction, or Google's purchase token. */
  receipt: string
  /** The store's own id. */
  transactionId: string
  /** Token of the account it was bought for; null if the store was given none. */
  accountToken: string | null
  /** Not paid yet: to be paid in cash, or waiting for a parent's approval. */
  isPending: boolean
}

export type StoreResult =
  | { kind: 'bought'; purchase: OwnedPurchase }
  /** The user closed the store's sheet. */
  | { kind: 'closed' }
  /** Waiting for approval or payment. The store reports the outcome later. */
  | { kind: 'pending' }
  /** The store account already owns it. */
  | { kind: 'owned' }
  | { kind: 'refused' }

/** Purchases in the phone's app store, which handles payments and refunds itself. */
export interface StorePurchases {
  provider: 'apple' | 'google'
  method: 'apple_iap' | 'google_play'
  /** Whether the store can replace the current plan with another. If not, buying a second one would leave the user with two. */
  canReplacePlan: boolean
  /** Monthly prices by product, formatted by the store; products it does not sell are missing. Throws if the store is unreachable. */
  prices(productIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Opens the store's sheet. `accountToken` ties the purchase to our account. */
  buy(productId: string, accountToken: string): Promise<StoreResult>
  /** Current subscriptions of the store account. */
  ownedPurchases(): Promise<OwnedPurchase[]>
  /** Like `ownedPurchases`, but refreshes from the store first, which may ask for a password. */
  restore(): Promise<OwnedPurchase[]>
  /** Tells the store that the server has recorded the purchase. */
  finish(purchase: OwnedPurchase): Promise<void>
  /** Opens the store's subscription management. Resolves when it is open or, on platforms that report it, closed. */
  manage(): Promise<void>
  /** Calls back when purchases may have changed. Returns an unsubscribe function. */
  onChange(callback: () => void): () => void
}
