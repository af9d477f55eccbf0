/** `$4.99`, `€4.99`: hundredths of a currency as they are written. */
export const moneyText = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
