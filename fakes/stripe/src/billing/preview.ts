import type { Stripe } from 'stripe'
import { type Account, getObject, referenceId } from '../account.ts'
import { invalidRequest, notFoundParam } from '../errors.ts'
import { newId } from '../ids.ts'
import { newInvoice } from '../objects/invoice.ts'
import { hasEnded } from './cancel-subscription.ts'
import { currentPeriod } from './create-subscription.ts'
import { periodLine } from './invoice-lines.ts'
import { nextPeriodEnd } from './period.ts'
import { createProrations, parseItemChanges } from './update-subscription.ts'

/** The next invoice if the requested changes were made. Stores nothing. */
export function previewInvoice(account: Account, params: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
  const { subscription: id, customer, subscription_details: details = {} } = params
  const subscription = account.subscriptions.get(id ?? '')
  if (!subscription) throw notFoundParam('subscription', id ?? '', 'subscription')
  if (customer && customer !== subscription.customer)
    throw invalidRequest(`The subscription does not belong to customer ${customer}.`, { param: 'customer' })
  if (hasEnded(subscription))
    throw invalidRequest(`No upcoming invoices for customer: ${referenceId(subscription.customer)}`, {
      code: 'invoice_upcoming_none',
    })
  const now = account.time.now()
  const changes = parseItemChanges(account, subscription, details.items ?? [])
  const behavior = details.proration_behavior ?? 'create_prorations'
  const at = details.proration_date ?? now
  const prorations = behavior === 'none' ? [] : createProrations(account, subscription, changes, at)
  const isBilledNow = behavior === 'always_invoice' && prorations.length > 0

  const { end } = currentPeriod(subscription)
  const next = { start: end, end: nextPeriodEnd(subscription.billing_cycle_anchor, end, intervalOf(subscription)) }
  const renewals = subscription.items.data.map(item => {
    const itemChange = changes.find(({ item: changed }) => changed === item.id)
    return periodLine(
      account,
      itemChange ? { ...item, price: itemChange.price, quantity: itemChange.quantity } : item,
      next,
    )
  })
  const pendingLines = account.pendingLines.get(subscription.id) ?? []
  const input = {
    customer: getObject(account.customers, referenceId(subscription.customer)),
    subscription,
    created: isBilledNow ? now : end,
    period: isBilledNow ? { start: at, end: at } : currentPeriod(subscription),
    lines: isBilledNow ? [...pendingLines, ...prorations] : [...pendingLines, ...prorations, ...renewals],
  }
  const reason = isBilledNow ? 'subscription_update' : 'upcoming'
  return newInvoice({ ...input, reason }, newId('upcoming_in'))
}

const intervalOf = ({ items }: Stripe.Subscription): Stripe.Price.Recurring => items.data[0]!.price.recurring!
