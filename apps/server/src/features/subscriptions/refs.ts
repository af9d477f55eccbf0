import type { PaymentProvider } from '../../database/payment-tables.ts'
import type { Store } from '../../ports/payments.ts'
import type { PurchaseRow } from './repository.ts'

/** What somebody bought, as whoever took the money calls it. */
export interface Ref {
  provider: PaymentProvider
  id: string
}

export const atStripe = (id: string): Ref => ({ provider: 'stripe', id })

export const isOfStore = (ref: Ref): ref is Ref & { provider: Store['provider'] } => ref.provider !== 'stripe'

/** Null for a row whose name at the store another row has taken over. */
export function refOf(row: PurchaseRow): Ref | null {
  const { provider } = row
  const id = provider === 'stripe' ? row.stripe_subscription_id : row.original_id
  return id === null ? null : { provider, id }
}

/** Google's name of a purchase is as good as a receipt: logs have a piece of it. */
export const nameInLog = ({ provider, id }: Ref) => ({
  provider,
  subscriptionId: id.length > 40 ? `${id.slice(0, 16)}…` : id,
})
