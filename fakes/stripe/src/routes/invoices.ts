import type { Stripe } from 'stripe'
import { idOf, known } from '../account.ts'
import { pay, payOutside } from '../billing/collect.ts'
import { finalizeInvoice, intentOf, methodFor } from '../billing/invoices.ts'
import { methodNamed } from '../billing/methods.ts'
import { preview } from '../billing/preview.ts'
import { ApiError, invalid, missing } from '../errors.ts'
import { pageOf } from '../requests/lists.ts'
import { type Call, type Route, route } from './route.ts'

export const invoiceRoutes: Route[] = [
  route<Stripe.InvoiceListParams>({
    method: 'GET',
    path: '/v1/invoices',
    params: 'InvoiceListParams',
    does: ['customer', 'subscription', 'status', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params: { customer, subscription, status, ...page } }) {
      const all = [...account.invoices.values()].filter(
        it =>
          it.customer === (customer ?? it.customer) &&
          it.status === (status ?? it.status) &&
          (!subscription || it.parent?.subscription_details?.subscription === subscription),
      )
      return pageOf('/v1/invoices', all, page)
    },
  }),
  route<Stripe.InvoiceCreatePreviewParams>({
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: 'InvoiceCreatePreviewParams',
    does: [
      'customer',
      'subscription',
      'subscription_details.items.id',
      'subscription_details.items.price',
      'subscription_details.items.quantity',
      'subscription_details.proration_behavior',
      'subscription_details.proration_date',
    ],
    run: ({ account, params }) => preview(account, params),
  }),
  route({
    method: 'GET',
    path: '/v1/invoices/:id',
    params: 'InvoiceRetrieveParams',
    does: [],
    run: invoiceOf,
  }),
  route<Stripe.InvoicePayParams>({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: 'InvoicePayParams',
    does: ['payment_method', 'off_session', 'paid_out_of_band'],
    run(call) {
      payInvoice(call, invoiceOf(call))
      return invoiceOf(call)
    },
  }),
  route<Stripe.InvoicePaymentListParams>({
    method: 'GET',
    path: '/v1/invoice_payments',
    params: 'InvoicePaymentListParams',
    does: ['invoice', 'status', 'payment', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params: { invoice, status, payment, ...page } }) {
      const all = [...account.invoicePayments.values()].filter(
        it =>
          it.invoice === (invoice ?? it.invoice) &&
          it.status === (status ?? it.status) &&
          (!payment || it.payment.payment_intent === payment.payment_intent),
      )
      return pageOf('/v1/invoice_payments', all, page)
    },
  }),
]

function invoiceOf({ account, id }: Pick<Call, 'account' | 'id'>): Stripe.Invoice {
  const invoice = account.invoices.get(id)
  if (!invoice) throw missing('invoice', id)
  return invoice
}

function payInvoice({ account, params }: Call<Stripe.InvoicePayParams>, invoice: Stripe.Invoice): void {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid')
  if (!account.customers.has(idOf(invoice.customer!))) throw invalid('The customer of this invoice was deleted.')
  if (invoice.status === 'draft') finalizeInvoice(account, invoice)
  if (invoice.status !== 'open') {
    if (invoice.status === 'paid') return
    throw invalid(`This invoice is ${invoice.status} and cannot be paid.`)
  }
  if (params.paid_out_of_band) return void payOutside(account, invoice)
  const method = params.payment_method ? methodNamed(account, params.payment_method) : methodFor(account, invoice)
  if (!method)
    throw invalid(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set one before trying to pay.',
    )
  if (method.customer !== null && idOf(method.customer) !== idOf(invoice.customer!))
    throw invalid('The provided PaymentMethod belongs to another customer.', { param: 'payment_method' })
  const intent = intentOf(account, invoice)!
  const outcome = pay(account, intent, method, { isAutomatic: false })
  const more = { payment_intent: structuredClone(known(account.paymentIntents, intent)) }
  if (outcome.kind === 'declined') throw new ApiError(402, { type: 'card_error', ...outcome.decline, ...more })
  if (outcome.kind === 'action')
    throw new ApiError(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message:
        'Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
      ...more,
    })
}
