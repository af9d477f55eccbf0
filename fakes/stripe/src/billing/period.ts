import type { Stripe } from 'stripe'

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>

/** First period end after `at`, in seconds. Months are counted from the anchor to keep its day: 31, 28, 31. */
export function nextPeriodEnd(anchor: number, at: number, interval: Interval): number {
  for (let count = 1; ; count++) {
    const boundary = addIntervals(anchor, count, interval)
    if (boundary > at) return boundary
  }
}

export function addIntervals(anchor: number, count: number, { interval, interval_count }: Interval): number {
  const steps = count * interval_count
  if (interval === 'day') return anchor + steps * day
  if (interval === 'week') return anchor + steps * 7 * day
  return plusMonths(anchor, interval === 'year' ? steps * 12 : steps)
}

export const hour = 3600
export const day = 24 * hour

function plusMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const to = new Date(from)
  to.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay))
  return to.getTime() / 1000
}
