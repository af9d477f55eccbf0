import type { Stripe } from 'stripe'
import { type Account, idOf, known } from '../account.ts'
import { invalid, missingParam } from '../errors.ts'
import { newId } from '../ids.ts'
import { newInvoice } from '../objects/invoice.ts'
import { changesOf, prorationsOf } from './changing.ts'
import { periodOf } from './creation.ts'
import { isOver } from './ending.ts'
import { periodLine } from './lines.ts'
import { boundaryAfter } from './period.ts'

/** The next invoice if the requested changes were made. Stores nothing. */
export function preview(account: Account, params: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
  const { subscription: id, customer, subscription_details: details = {} } = params
  const subscription = account.subscriptions.get(id ?? '')
  if (!subscription) throw missingParam('subscription', id ?? '', 'subscription')
  if (customer && customer !== subscription.customer)
    throw invalid(`The subscription does not belong to customer ${customer}.`, { param: 'customer' })
  if (isOver(subscription))
    throw invalid(`No upcoming invoices for customer: ${idOf(subscription.customer)}`, {
      code: 'invoice_upcoming_none',
    })
  const now = account.time.now()
  const changes = changesOf(account, subscription, details.items ?? [])
  const behavior = details.proration_behavior ?? 'create_prorations'
  const at = details.proration_date ?? now
  const prorations = behavior === 'none' ? [] : prorationsOf(account, subscription, changes, at)
  const isBilledNow = behavior === 'always_invoice' && prorations.length > 0

  const { end } = periodOf(subscription)
  const next = { start: end, end: boundaryAfter(subscription.billing_cycle_anchor, end, intervalOf(subscription)) }
  const renewals = subscription.items.data.map(item => {
    const itemChange = changes.find(({ item: changed }) => changed === item.id)
    return periodLine(
      account,
      itemChange ? { ...item, price: itemChange.price, quantity: itemChange.quantity } : item,
      next,
    )
  })
  const pendingLines = account.waitingLines.get(subscription.id) ?? []
  const input = {
    customer: known(account.customers, idOf(subscription.customer)),
    subscription,
    created: isBilledNow ? now : end,
    period: isBilledNow ? { start: at, end: at } : periodOf(subscription),
    lines: isBilledNow ? [...pendingLines, ...prorations] : [...pendingLines, ...prorations, ...renewals],
  }
  const reason = isBilledNow ? 'subscription_update' : 'upcoming'
  return newInvoice({ ...input, reason }, newId('upcoming_in'))
}

const intervalOf = ({ items }: Stripe.Subscription): Stripe.Price.Recurring => items.data[0]!.price.recurring!
