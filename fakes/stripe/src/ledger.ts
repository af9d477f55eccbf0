/** A movement of money in cents: a charge, refund or dispute. */
export interface LedgerEntry {
  kind: 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won'
  /** `ch_…`, `re_…` or `dp_…` */
  id: string
  /** Null if the customer is unknown. */
  customer: string | null
  paymentIntent: string | null
  invoice: string | null
  amount: number
  currency: string
  at: Date
}

/** Charges minus refunds and disputes, in cents. */
export const sumLedger = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { kind, amount }) => sum + (isIncoming[kind] ? amount : -amount), 0)

const isIncoming: Record<LedgerEntry['kind'], boolean> = {
  charge: true,
  refund: false,
  refund_failed: true,
  dispute: false,
  dispute_won: true,
}
