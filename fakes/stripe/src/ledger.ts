/** Money that really moved, in cents: what was charged, given back, or taken back by a bank. */
export interface LedgerEntry {
  kind: 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won'
  /** `ch_…`, `re_…` or `dp_…` */
  id: string
  /** `null` for what nobody's account is known of. */
  customer: string | null
  paymentIntent: string | null
  invoice: string | null
  amount: number
  currency: string
  at: Date
}

/** What is left of all that a customer paid. */
export const balanceOf = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { kind, amount }) => sum + (comesIn[kind] ? amount : -amount), 0)

const comesIn: Record<LedgerEntry['kind'], boolean> = {
  charge: true,
  refund: false,
  refund_failed: true,
  dispute: false,
  dispute_won: true,
}
