/** A movement of money, in hundredths of its currency. */
export interface LedgerEntry {
  kind: 'charge' | 'refund'
  orderId: string
  token: string
  cents: number
  currency: string
  at: Date
}

/** Charges minus refunds, in hundredths of the currency. */
export const sumLedger = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { kind, cents }) => sum + (kind === 'charge' ? cents : -cents), 0)
