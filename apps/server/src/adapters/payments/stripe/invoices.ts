import type { Stripe } from 'stripe'
import type { Payments, ProviderInvoice } from '../../../ports/payments.ts'
import { type Billed, billing } from './billed.ts'
import { instant, isId } from './client.ts'
import { isMissing } from './errors.ts'
import { refundedOf } from './movements.ts'
import type { PriceBook } from './prices.ts'

/** What a customer was asked for, and the pages of Stripe where they look after it themselves. */
export function invoices(stripe: Stripe, book: PriceBook): Pick<Payments, 'invoices' | 'invoice' | 'portalUrl'> {
  const { billed } = billing(stripe, book)
  return {
    async invoices(customer, limit) {
      const { data } = await stripe.invoices.list({ customer, limit: Math.min(limit, 100) })
      const final = data.filter(({ status }) => status !== 'draft')
      return Promise.all(final.map(async invoice => toldOf(await billed(invoice))))
    },
    async invoice(id) {
      if (!isId(id)) return null
      const found = await stripe.invoices.retrieve(id).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return found && toldOf(await billed(found))
    },
    async portalUrl(customer, return_url) {
      return (await stripe.billingPortal.sessions.create({ customer, return_url })).url
    },
  }
}

function toldOf(billed: Billed): ProviderInvoice {
  const { invoice, planId, periodStart, periodEnd } = billed
  const refundedCents = refundedOf(billed)
  return {
    ...{ id: invoice.id, number: invoice.number, planId, periodStart, periodEnd },
    status: statusOf(invoice, refundedCents),
    amountCents: invoice.total,
    refundedCents,
    currency: invoice.currency,
    createdAt: instant(invoice.created),
    url: invoice.hosted_invoice_url ?? null,
  }
}

function statusOf({ status, amount_paid, attempted }: Stripe.Invoice, refunded: number): ProviderInvoice['status'] {
  if (status === 'void') return 'void'
  if (status !== 'paid') return attempted || status === 'uncollectible' ? 'failed' : 'open'
  if (refunded === 0) return 'paid'
  return refunded >= amount_paid ? 'refunded' : 'partly_refunded'
}
