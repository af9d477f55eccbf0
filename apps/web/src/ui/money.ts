/** `$4.99`, `$0`. */
export const money = (amount: number, currency = 'usd'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount)
