/** A subscription as the store of this phone tells it. */
export interface HeldPurchase {
  productId: string
  /** What proves it to the server: a signed transaction of Apple's, a purchase token of Google's. */
  receipt: string
  /** By which the store itself knows it. */
  transactionId: string
  /** The account that it was bought for, as the server names it; null where the store was told of none. */
  accountToken: string | null
  /** Not paid yet: in cash later, or by somebody who has to agree first. */
  isPending: boolean
}

export type StoreResult =
  | { kind: 'bought'; purchase: HeldPurchase }
  /** The sheet of the store was closed. */
  | { kind: 'closed' }
  /** Somebody has to agree or to pay first; the store tells of it later. */
  | { kind: 'pending' }
  /** Whoever is logged in to the store has it already. */
  | { kind: 'owned' }
  | { kind: 'refused' }

/** Buying in the store that the app came from. What it takes and gives back it settles with its customers itself. */
export interface StorePurchases {
  provider: 'apple' | 'google'
  method: 'apple_iap' | 'google_play'
  /** Whether another plan takes the place of the one there is; else there would be two of them. */
  canChange: boolean
  /** What a month costs, as the store writes it, by product; of what it does not sell there is none. Throws when it cannot be asked. */
  prices(productIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Opens the store's own sheet. `accountToken` tells it who buys. */
  buy(productId: string, accountToken: string): Promise<StoreResult>
  /** What whoever is logged in to the store has now. */
  held(): Promise<HeldPurchase[]>
  /** The same, after the store was made to look; it may ask for a password. */
  restore(): Promise<HeldPurchase[]>
  /** Tells the store that the server has taken a purchase. */
  finish(purchase: HeldPurchase): Promise<void>
  /** Where plans are changed and ended. Fulfilled when it is open or, where that is told, closed. */
  manage(): Promise<void>
  /** Calls back when something may have been bought or ended, until what is returned is called. */
  onChange(act: () => void): () => void
}
