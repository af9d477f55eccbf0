import type { Stripe } from 'stripe'
import { type Account, idOf, known } from '../account.ts'
import type { LineGiven } from '../objects/invoice.ts'
import type { Period } from '../objects/subscription.ts'

/** What an item costs for a period. */
export function periodLine(account: Account, item: Stripe.SubscriptionItem, period: Period, isFree = false): LineGiven {
  const { price } = item
  const quantity = item.quantity ?? 1
  const name = nameOf(account, price)
  const each = `${((price.unit_amount ?? 0) / 100).toFixed(2)} / ${price.recurring?.interval}`
  return {
    item: item.id,
    price,
    quantity,
    amount: isFree ? 0 : (price.unit_amount ?? 0) * quantity,
    description: isFree ? `Trial period for ${name}` : `${quantity} × ${name} (at $${each})`,
    period,
    isProration: false,
  }
}

export interface Wanted {
  price: Stripe.Price
  quantity: number
}

/** What is given back of the old price, and asked for the new one, for the rest of the period; to the second. */
export function prorationLines(
  account: Account,
  item: Stripe.SubscriptionItem,
  wanted: Wanted,
  at: number,
): LineGiven[] {
  const period = { start: at, end: item.current_period_end }
  const share = (item.current_period_end - at) / (item.current_period_end - item.current_period_start)
  const line = ({ price, quantity }: Wanted, sign: 1 | -1, words: string): LineGiven => ({
    item: item.id,
    price,
    quantity,
    amount: sign * Math.round((price.unit_amount ?? 0) * quantity * share),
    description: `${words} ${nameOf(account, price)} after ${dayOf(at)}`,
    period,
    isProration: true,
  })
  return [
    line({ price: item.price, quantity: item.quantity ?? 1 }, -1, 'Unused time on'),
    line(wanted, 1, 'Remaining time on'),
  ]
}

const nameOf = (account: Account, price: Stripe.Price): string => known(account.products, idOf(price.product)).name

const dayOf = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
