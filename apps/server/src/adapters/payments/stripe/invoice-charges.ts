import type { BuyablePlanId } from '@recaps/domain/billing'
import type { Stripe } from 'stripe'
import { dateFromSeconds, expandedObject } from './client.ts'
import type { PriceBook } from './prices.ts'

/** An invoice with its payments, refunds and disputes. */
export interface InvoiceWithCharges {
  invoice: Stripe.Invoice
  planId: BuyablePlanId | null
  periodStart: Date
  periodEnd: Date
  charges: ChargeDetails[]
}

/** A successful payment. */
export interface ChargeDetails {
  charge: Stripe.Charge
  paymentIntentId: string
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}

export function invoiceCharges(stripe: Stripe, { planForPrice }: PriceBook) {
  async function fetchCharges(intent: Stripe.PaymentIntent): Promise<ChargeDetails[]> {
    const charge = expandedObject(intent.latest_charge)
    if (!charge?.paid) return []
    const [refunds, disputes] = await Promise.all([
      stripe.refunds.list({ charge: charge.id, limit: 100 }),
      charge.disputed ? stripe.disputes.list({ charge: charge.id, limit: 100 }) : { data: [] },
    ])
    return [{ charge, paymentIntentId: intent.id, refunds: refunds.data, disputes: disputes.data }]
  }

  return {
    async withCharges(invoice: Stripe.Invoice): Promise<InvoiceWithCharges> {
      const line = mainLine(invoice)
      const price = line?.pricing?.price_details?.price
      const { start, end } = line?.period ?? { start: invoice.period_start, end: invoice.period_end }
      const [planId, intents] = await Promise.all([
        typeof price === 'string' ? planForPrice(price) : null,
        invoice.amount_paid > 0 ? fetchPaymentIntents(stripe, invoice.id) : [],
      ])
      const charges = (await Promise.all(intents.map(fetchCharges))).flat()
      return { invoice, planId, periodStart: dateFromSeconds(start), periodEnd: dateFromSeconds(end), charges }
    },
  }
}

/** An invoice may be paid in several parts. Stripe expands at most four levels, so charges need this call of their own. */
export async function fetchPaymentIntents(stripe: Stripe, invoice: string): Promise<Stripe.PaymentIntent[]> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    limit: 100,
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  return data.flatMap(({ payment }) => expandedObject(payment.payment_intent) ?? [])
}

/** The line of the plan. On an upgrade's invoice, a credit line for the old plan comes before it. */
const mainLine = ({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | undefined =>
  lines.data.findLast(({ amount }) => amount > 0) ?? lines.data.at(-1)
