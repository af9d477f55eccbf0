import type { Stripe } from 'stripe'
import { type Account, getObject, referenceId } from '../account.ts'
import { hasEnded } from '../billing/cancel-subscription.ts'
import { pay } from '../billing/collect.ts'
import { currentPeriod } from '../billing/create-subscription.ts'
import { findDefaultMethod, findInvoiceMethod, findPaymentIntent } from '../billing/invoices.ts'
import { attach, findPaymentMethod } from '../billing/methods.ts'
import { releaseSchedule } from '../billing/schedule-phases.ts'
import { updateSubscription } from '../billing/update-subscription.ts'
import { ApiError } from '../errors.ts'
import { updateAndEmit } from '../events.ts'
import { escapeHtml, formatDate, formatMoney, type PageCall, sendHtml } from './page.ts'

/** The billing portal: cancel and undo, change the card, pay open invoices. Works without scripts. */
export function servePortal({ account, request, response, path, body }: PageCall): void {
  const session = account.portalSessions.get(`${account.url}${path}`)
  const customer = session && account.customers.get(session.customer)
  if (!customer) return void sendHtml(response, 'Not found', '<h1>Unknown session</h1>', 404)
  let errorHtml = ''
  if (request.method === 'POST')
    try {
      act(account, customer, new URLSearchParams(body))
      return void response.writeHead(303, { location: path }).end()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      errorHtml = `<p role="alert">${escapeHtml(error.message)}</p>`
    }
  const subscriptions = [...account.subscriptions.values()].filter(it => it.customer === customer.id && !hasEnded(it))
  const open = [...account.invoices.values()].filter(it => it.customer === customer.id && it.status === 'open')
  const returnLink = session.return_url ? `<p><a href="${escapeHtml(session.return_url)}">Return</a></p>` : ''
  sendHtml(
    response,
    'Billing',
    `<h1>Billing</h1>${errorHtml}${returnLink}
${subscriptions.map(it => subscriptionSection(account, it, path)).join('') || '<p>No subscription.</p>'}
${open.map(it => invoiceSection(it, path)).join('')}${cardSection(account, customer, path)}`,
  )
}

function act(account: Account, customer: Stripe.Customer, form: URLSearchParams): void {
  const own = [...account.subscriptions.values()].filter(it => it.customer === customer.id && !hasEnded(it))
  const subscription = own.find(({ id }) => id === form.get('subscription'))
  if (subscription && form.has('cancel')) {
    if (subscription.schedule) releaseSchedule(account, getObject(account.schedules, subscription.schedule))
    updateSubscription(account, subscription, { cancel_at_period_end: form.get('cancel') === 'yes' })
  }
  if (form.has('card')) {
    const method = findPaymentMethod(account, form.get('card')!)
    attach(account, method, customer.id)
    updateAndEmit(account, 'customer.updated', customer, it => {
      it.invoice_settings.default_payment_method = method.id
    })
    for (const it of own) updateSubscription(account, it, { default_payment_method: method.id })
  }
  const invoice = account.invoices.get(form.get('pay') ?? '')
  if (invoice && referenceId(invoice.customer!) === customer.id && invoice.status === 'open') {
    const method = findInvoiceMethod(account, invoice)
    const outcome = method && pay(account, findPaymentIntent(account, invoice)!, method, { isAutomatic: false })
    if (outcome?.kind === 'declined') throw new ApiError(402, { type: 'card_error', ...outcome.decline })
  }
}

function subscriptionSection(account: Account, it: Stripe.Subscription, path: string): string {
  const { price } = it.items.data[0]!
  const end = formatDate(it.cancel_at ?? currentPeriod(it).end)
  const name = getObject(account.products, price.product as string).name
  return `<section><h2>${escapeHtml(name)}, ${escapeHtml(formatMoney(price.unit_amount ?? 0, price.currency))} a ${price.recurring?.interval}</h2>
<p>${it.cancel_at ? `Ends on ${end}.` : `${escapeHtml(it.status)}; the next payment is on ${end}.`}</p>
<form method="post" action="${escapeHtml(path)}"><input type="hidden" name="subscription" value="${it.id}">
<button name="cancel" value="${it.cancel_at ? 'no' : 'yes'}">${it.cancel_at ? "Don't cancel" : 'Cancel subscription'}</button></form></section>`
}

const invoiceSection = (it: Stripe.Invoice, path: string): string =>
  `<section><h2>Invoice ${escapeHtml(it.number ?? '')} is not paid</h2><p>${escapeHtml(formatMoney(it.amount_remaining, it.currency))}</p>
<form method="post" action="${escapeHtml(path)}"><button class="primary" name="pay" value="${it.id}">Pay now</button></form></section>`

function cardSection(account: Account, customer: Stripe.Customer, path: string): string {
  const own = [...account.subscriptions.values()].find(it => it.customer === customer.id && !hasEnded(it))
  const method = findDefaultMethod(account, own ?? { customer: customer.id, default_payment_method: null })
  const cards = Object.entries(offered).map(([name, text]) => `<option value="${name}">${escapeHtml(text)}</option>`)
  return `<section><h2>Card</h2><p>${method?.card ? `${escapeHtml(method.card.brand)} ···· ${method.card.last4}` : 'None.'}</p>
<form method="post" action="${escapeHtml(path)}"><label>Another card <select name="card">${cards.join('')}</select></label>
<button>Save card</button></form></section>`
}

const offered = {
  pm_card_visa: 'Visa 4242 (works)',
  pm_card_mastercard: 'Mastercard 4444 (works)',
  pm_card_chargeCustomerFail: 'Visa 0341 (can be saved, declined when charged)',
  pm_card_chargeDeclined: 'Visa 0002 (declined at once)',
}
