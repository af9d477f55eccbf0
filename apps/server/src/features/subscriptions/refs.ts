import type { PaymentProvider } from '../../database/payment-tables.ts'
import type { Store } from '../../ports/payments.ts'
import type { PurchaseRow } from './repository.ts'

/** Identifies a purchase at its provider. */
export interface Ref {
  provider: PaymentProvider
  id: string
}

export const atStripe = (id: string): Ref => ({ provider: 'stripe', id })

export const isOfStore = (ref: Ref): ref is Ref & { provider: Store['provider'] } => ref.provider !== 'stripe'

/** Null if another row has taken over the store id of this one. */
export function refOf(row: PurchaseRow): Ref | null {
  const { provider } = row
  const id = provider === 'stripe' ? row.stripe_subscription_id : row.original_id
  return id === null ? null : { provider, id }
}

/** Log fields of a purchase. Google’s id is as good as a receipt, so only its beginning is logged. */
export const nameInLog = ({ provider, id }: Ref) => ({
  provider,
  subscriptionId: id.length > 40 ? `${id.slice(0, 16)}…` : id,
})
