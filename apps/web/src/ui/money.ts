/** An amount that is charged or refunded, with cents: `$10.00`. */
export const formatAmount = (amount: number, currency = 'usd'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)

/** The price of a plan, with cents only if needed: `$4.99`, `$0`. */
export const formatPrice = (amount: number, currency = 'usd'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount)
