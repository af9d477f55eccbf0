import { ProviderError } from '../../errors.ts'
import type { PaidSubscription, Payments, Store, StorePurchase, Stores } from '../../ports/payments.ts'
import { atStripe, isOfStore, type Ref } from './refs.ts'

/** The current state of a purchase at its provider. */
export interface Told extends Omit<PaidSubscription, 'id' | 'customerId' | 'clientSecret'> {
  ref: Ref
  /** The owner: a Stripe customer, or the account token that the app passed to the store. Both are null if it passed none. */
  customerId: string | null
  accountToken: string | null
  replaces: Ref | null
  /** Another purchase has replaced this one, so its end is not the loss of a plan. */
  isReplaced: boolean
  isAcknowledged: boolean
}

export interface SeeingDeps {
  payments: Pick<Payments, 'subscription'>
  stores: Stores
}

/** Fetches purchases from their provider; null for a purchase that the provider does not know. */
export function createSeeing({ payments, stores }: SeeingDeps) {
  return async (ref: Ref): Promise<Told | null> => {
    if (!isOfStore(ref)) {
      const subscription = await payments.subscription(ref.id)
      return subscription && snapshotFromStripe(subscription)
    }
    const store = stores[ref.provider]
    if (!store) throw new ProviderError({ provider: ref.provider, code: 'payments_off', retryable: false })
    const purchase = await store.read(ref.id)
    return purchase && toldByStore(store, purchase)
  }
}

const snapshotFromStripe = ({ id, clientSecret: _, ...subscription }: PaidSubscription): Told => ({
  ...subscription,
  ref: atStripe(id),
  accountToken: null,
  replaces: null,
  isReplaced: false,
  isAcknowledged: true,
})

export const toldByStore = (
  { provider, method }: Store,
  { id, replaces, isReplaced = false, ...purchase }: StorePurchase,
): Told => ({
  ...purchase,
  ref: { provider, id },
  customerId: null,
  replaces: replaces === null ? null : { provider, id: replaces },
  isReplaced,
  isDisputed: false,
  method,
})
