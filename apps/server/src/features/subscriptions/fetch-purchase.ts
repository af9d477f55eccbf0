import { ProviderError } from '../../errors.ts'
import type { PaidSubscription, Payments, Store, StorePurchase, Stores } from '../../ports/payments.ts'
import { isStoreRef, type PurchaseRef, stripeRef } from './purchase-refs.ts'

/** The current state of a purchase at its provider. */
export interface PurchaseSnapshot extends Omit<PaidSubscription, 'id' | 'customerId' | 'clientSecret'> {
  ref: PurchaseRef
  /** The owner: a Stripe customer, or the account token that the app passed to the store. Both are null if it passed none. */
  customerId: string | null
  accountToken: string | null
  replaces: PurchaseRef | null
  /** Another purchase has replaced this one, so its end is not the loss of a plan. */
  isReplaced: boolean
  isAcknowledged: boolean
}

export interface FetchPurchaseDeps {
  payments: Pick<Payments, 'subscription'>
  stores: Stores
}

/** Fetches purchases from their provider; null for a purchase that the provider does not know. */
export function createFetchPurchase({ payments, stores }: FetchPurchaseDeps) {
  return async (ref: PurchaseRef): Promise<PurchaseSnapshot | null> => {
    if (!isStoreRef(ref)) {
      const subscription = await payments.subscription(ref.id)
      return subscription && snapshotFromStripe(subscription)
    }
    const store = stores[ref.provider]
    if (!store) throw new ProviderError({ provider: ref.provider, code: 'payments_off', retryable: false })
    const purchase = await store.read(ref.id)
    return purchase && snapshotFromStore(store, purchase)
  }
}

const snapshotFromStripe = ({ id, clientSecret: _, ...subscription }: PaidSubscription): PurchaseSnapshot => ({
  ...subscription,
  ref: stripeRef(id),
  accountToken: null,
  replaces: null,
  isReplaced: false,
  isAcknowledged: true,
})

export const snapshotFromStore = (
  { provider, method }: Store,
  { id, replaces, isReplaced = false, ...purchase }: StorePurchase,
): PurchaseSnapshot => ({
  ...purchase,
  ref: { provider, id },
  customerId: null,
  replaces: replaces === null ? null : { provider, id: replaces },
  isReplaced,
  isDisputed: false,
  method,
})
