import { ProviderError } from '../../errors.ts'
import type { PaidSubscription, Payments, Store, StorePurchase, Stores } from '../../ports/payments.ts'
import { atStripe, isOfStore, type Ref } from './refs.ts'

/** What was bought, as whoever took the money tells it now. */
export interface Told extends Omit<PaidSubscription, 'id' | 'customerId' | 'clientSecret'> {
  ref: Ref
  /** Whose it is: a customer of Stripe, or the account that a store was told of. Null where the store was told of none. */
  customerId: string | null
  accountToken: string | null
  /** The purchase at the same store that this one has taken the place of. */
  replaces: Ref | null
  /** Another purchase has taken its place: whatever ends is not lost. */
  isReplaced: boolean
  isAcknowledged: boolean
}

export interface SeeingDeps {
  payments: Pick<Payments, 'subscription'>
  stores: Stores
}

/** Asks whoever took the money; null for what they do not know. */
export function createSeeing({ payments, stores }: SeeingDeps) {
  return async (ref: Ref): Promise<Told | null> => {
    if (!isOfStore(ref)) {
      const told = await payments.subscription(ref.id)
      return told && toldByStripe(told)
    }
    const store = stores[ref.provider]
    if (!store) throw new ProviderError({ provider: ref.provider, code: 'payments_off', retryable: false })
    const told = await store.read(ref.id)
    return told && toldByStore(store, told)
  }
}

const toldByStripe = ({ id, clientSecret: _, ...told }: PaidSubscription): Told => ({
  ...told,
  ref: atStripe(id),
  accountToken: null,
  replaces: null,
  isReplaced: false,
  isAcknowledged: true,
})

export const toldByStore = (
  { provider, method }: Store,
  { id, replaces, isReplaced = false, ...told }: StorePurchase,
): Told => ({
  ...told,
  ref: { provider, id },
  customerId: null,
  replaces: replaces === null ? null : { provider, id: replaces },
  isReplaced,
  isDisputed: false,
  method,
})
