import type { Stripe } from 'stripe'
import { type Account, getObject, referenceId } from '../account.ts'
import type { LineInput } from '../objects/invoice.ts'
import type { Period } from '../objects/subscription.ts'

/** Invoice line for one period of an item. */
export function periodLine(account: Account, item: Stripe.SubscriptionItem, period: Period, isFree = false): LineInput {
  const { price } = item
  const quantity = item.quantity ?? 1
  const name = productName(account, price)
  const unitPrice = `${((price.unit_amount ?? 0) / 100).toFixed(2)} / ${price.recurring?.interval}`
  return {
    item: item.id,
    price,
    quantity,
    amount: isFree ? 0 : (price.unit_amount ?? 0) * quantity,
    description: isFree ? `Trial period for ${name}` : `${quantity} × ${name} (at $${unitPrice})`,
    period,
    isProration: false,
  }
}

export interface PricedQuantity {
  price: Stripe.Price
  quantity: number
}

/** Credit for the old price and charge for the new one, for the rest of the period, to the second. */
export function prorationLines(
  account: Account,
  item: Stripe.SubscriptionItem,
  target: PricedQuantity,
  at: number,
): LineInput[] {
  const period = { start: at, end: item.current_period_end }
  const remainingShare = (item.current_period_end - at) / (item.current_period_end - item.current_period_start)
  const line = ({ price, quantity }: PricedQuantity, sign: 1 | -1, label: string): LineInput => ({
    item: item.id,
    price,
    quantity,
    amount: sign * Math.round((price.unit_amount ?? 0) * quantity * remainingShare),
    description: `${label} ${productName(account, price)} after ${formatDay(at)}`,
    period,
    isProration: true,
  })
  return [
    line({ price: item.price, quantity: item.quantity ?? 1 }, -1, 'Unused time on'),
    line(target, 1, 'Remaining time on'),
  ]
}

const productName = (account: Account, price: Stripe.Price): string =>
  getObject(account.products, referenceId(price.product)).name

const formatDay = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
