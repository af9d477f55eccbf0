import type { PaymentProvider } from '../../database/payment-tables.ts'
import type { Store } from '../../ports/payments.ts'
import type { PurchaseRow } from './purchases-repository.ts'

/** Identifies a purchase at its provider. */
export interface PurchaseRef {
  provider: PaymentProvider
  id: string
}

export const stripeRef = (id: string): PurchaseRef => ({ provider: 'stripe', id })

export const isStoreRef = (ref: PurchaseRef): ref is PurchaseRef & { provider: Store['provider'] } =>
  ref.provider !== 'stripe'

/** Null if another row has taken over the store id of this one. */
export function toPurchaseRef(row: PurchaseRow): PurchaseRef | null {
  const { provider } = row
  const id = provider === 'stripe' ? row.stripe_subscription_id : row.original_id
  return id === null ? null : { provider, id }
}

/** Log fields of a purchase. Google’s id is as good as a receipt, so only its beginning is logged. */
export const purchaseLogFields = ({ provider, id }: PurchaseRef) => ({
  provider,
  subscriptionId: id.length > 40 ? `${id.slice(0, 16)}…` : id,
})
