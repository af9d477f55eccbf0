/** Money that really moved, in hundredths of its currency. */
export interface LedgerEntry {
  kind: 'charge' | 'refund'
  transactionId: string
  originalTransactionId: string
  amountCents: number
  currency: string
  at: Date
}

/** What is left of all that was paid. */
export const balanceOf = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { kind, amountCents }) => sum + (kind === 'charge' ? amountCents : -amountCents), 0)
