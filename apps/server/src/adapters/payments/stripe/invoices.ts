import type { Stripe } from 'stripe'
import type { Payments, ProviderInvoice } from '../../../ports/payments.ts'
import { dateFromSeconds, isId } from './client.ts'
import { isMissing } from './errors.ts'
import { type InvoiceWithCharges, invoiceCharges } from './invoice-charges.ts'
import { sumRefunds } from './movements.ts'
import type { PriceBook } from './prices.ts'

/** A customer's invoices and the link to Stripe's customer portal. */
export function stripeInvoices(stripe: Stripe, book: PriceBook): Pick<Payments, 'invoices' | 'invoice' | 'portalUrl'> {
  const { withCharges } = invoiceCharges(stripe, book)
  return {
    async invoices(customer, limit) {
      const { data } = await stripe.invoices.list({ customer, limit: Math.min(limit, 100) })
      const final = data.filter(({ status }) => status !== 'draft')
      return Promise.all(final.map(async invoice => toProviderInvoice(await withCharges(invoice))))
    },
    async invoice(id) {
      if (!isId(id)) return null
      const found = await stripe.invoices.retrieve(id).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return found && toProviderInvoice(await withCharges(found))
    },
    async portalUrl(customer, return_url) {
      return (await stripe.billingPortal.sessions.create({ customer, return_url })).url
    },
  }
}

function toProviderInvoice(invoiceWithCharges: InvoiceWithCharges): ProviderInvoice {
  const { invoice, planId, periodStart, periodEnd } = invoiceWithCharges
  const refundedCents = sumRefunds(invoiceWithCharges)
  return {
    ...{ id: invoice.id, number: invoice.number, planId, periodStart, periodEnd },
    status: statusOf(invoice, refundedCents),
    amountCents: invoice.total,
    refundedCents,
    currency: invoice.currency,
    createdAt: dateFromSeconds(invoice.created),
    url: invoice.hosted_invoice_url ?? null,
  }
}

function statusOf({ status, amount_paid, attempted }: Stripe.Invoice, refunded: number): ProviderInvoice['status'] {
  if (status === 'void') return 'void'
  if (status !== 'paid') return attempted || status === 'uncollectible' ? 'failed' : 'open'
  if (refunded === 0) return 'paid'
  return refunded >= amount_paid ? 'refunded' : 'partly_refunded'
}
