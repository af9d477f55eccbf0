import type { Stripe } from 'stripe'
import { getObject, referenceId } from '../account.ts'
import { markPaidOutOfBand, pay } from '../billing/collect.ts'
import { finalizeInvoice, findInvoiceMethod, findPaymentIntent } from '../billing/invoices.ts'
import { findPaymentMethod } from '../billing/methods.ts'
import { previewInvoice } from '../billing/preview.ts'
import { ApiError, invalidRequest, notFound } from '../errors.ts'
import { paginate } from '../requests/lists.ts'
import { type Call, defineRoute, type Route } from './route.ts'

export const invoiceRoutes: Route[] = [
  defineRoute<Stripe.InvoiceListParams>({
    method: 'GET',
    path: '/v1/invoices',
    params: 'InvoiceListParams',
    supports: ['customer', 'subscription', 'status', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params: { customer, subscription, status, ...page } }) {
      const all = [...account.invoices.values()].filter(
        it =>
          it.customer === (customer ?? it.customer) &&
          it.status === (status ?? it.status) &&
          (!subscription || it.parent?.subscription_details?.subscription === subscription),
      )
      return paginate('/v1/invoices', all, page)
    },
  }),
  defineRoute<Stripe.InvoiceCreatePreviewParams>({
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: 'InvoiceCreatePreviewParams',
    supports: [
      'customer',
      'subscription',
      'subscription_details.items.id',
      'subscription_details.items.price',
      'subscription_details.items.quantity',
      'subscription_details.proration_behavior',
      'subscription_details.proration_date',
    ],
    run: ({ account, params }) => previewInvoice(account, params),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/invoices/:id',
    params: 'InvoiceRetrieveParams',
    supports: [],
    run: invoiceOf,
  }),
  defineRoute<Stripe.InvoicePayParams>({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: 'InvoicePayParams',
    supports: ['payment_method', 'off_session', 'paid_out_of_band'],
    run(call) {
      payInvoice(call, invoiceOf(call))
      return invoiceOf(call)
    },
  }),
  defineRoute<Stripe.InvoicePaymentListParams>({
    method: 'GET',
    path: '/v1/invoice_payments',
    params: 'InvoicePaymentListParams',
    supports: ['invoice', 'status', 'payment', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params: { invoice, status, payment, ...page } }) {
      const all = [...account.invoicePayments.values()].filter(
        it =>
          it.invoice === (invoice ?? it.invoice) &&
          it.status === (status ?? it.status) &&
          (!payment || it.payment.payment_intent === payment.payment_intent),
      )
      return paginate('/v1/invoice_payments', all, page)
    },
  }),
]

function invoiceOf({ account, id }: Pick<Call, 'account' | 'id'>): Stripe.Invoice {
  const invoice = account.invoices.get(id)
  if (!invoice) throw notFound('invoice', id)
  return invoice
}

function payInvoice({ account, params }: Call<Stripe.InvoicePayParams>, invoice: Stripe.Invoice): void {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid')
  if (!account.customers.has(referenceId(invoice.customer!)))
    throw invalidRequest('The customer of this invoice was deleted.')
  if (invoice.status === 'draft') finalizeInvoice(account, invoice)
  if (invoice.status !== 'open') {
    if (invoice.status === 'paid') return
    throw invalidRequest(`This invoice is ${invoice.status} and cannot be paid.`)
  }
  if (params.paid_out_of_band) return void markPaidOutOfBand(account, invoice)
  const method = params.payment_method
    ? findPaymentMethod(account, params.payment_method)
    : findInvoiceMethod(account, invoice)
  if (!method)
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set one before trying to pay.',
    )
  if (method.customer !== null && referenceId(method.customer) !== referenceId(invoice.customer!))
    throw invalidRequest('The provided PaymentMethod belongs to another customer.', { param: 'payment_method' })
  const intent = findPaymentIntent(account, invoice)!
  const outcome = pay(account, intent, method, { isAutomatic: false })
  const more = { payment_intent: structuredClone(getObject(account.paymentIntents, intent)) }
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
