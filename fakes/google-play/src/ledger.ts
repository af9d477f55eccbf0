/** Money that moved, in hundredths of its currency. */
export interface LedgerEntry {
  kind: 'charge' | 'refund'
  orderId: string
  token: string
  cents: number
  currency: string
  at: Date
}

/** What is left of all that was paid. */
export const balanceOf = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { kind, cents }) => sum + (kind === 'charge' ? cents : -cents), 0)
