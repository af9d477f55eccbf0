/** Formats hundredths of a currency, for example `$4.99` or `€4.99`. */
export const formatMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
