/** A movement of money, in hundredths of its currency. */
export interface LedgerEntry {
  kind: 'charge' | 'refund'
  transactionId: string
  originalTransactionId: string
  amountCents: number
  currency: string
  at: Date
}

/** Charges minus refunds, in hundredths of the currency. */
export const sumLedger = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { kind, amountCents }) => sum + (kind === 'charge' ? amountCents : -amountCents), 0)
