import type { Stripe } from 'stripe'
import { type Account, toList } from '../account.ts'
import { findPaymentIntent, listPayments } from '../billing/invoices.ts'
import { invalidRequest } from '../errors.ts'

type Fields = Record<string, unknown>

const maxLevels = 4

/** Copy of a response with the requested references expanded: `expand[]=latest_invoice.confirmation_secret`. */
export function expandResponse(account: Account, response: object, paths: readonly string[]): object {
  const copy = structuredClone(response) as Fields
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > maxLevels)
      throw invalidRequest('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expand(account, copy, names, path)
  }
  return copy
}

function expand(account: Account, target: Fields, [name = '', ...rest]: string[], path: string): void {
  if (Array.isArray(target[name])) {
    target[name] = (target[name] as unknown[]).map(each =>
      typeof each === 'string' ? findObject(account, each) : each,
    )
    for (const each of target[name] as Fields[]) if (rest.length > 0) expand(account, each, rest, path)
    return
  }
  const include = includable[String(target.object)]?.[name]
  if (include && !target[name]) target[name] = structuredClone(include(account, target))
  else if (typeof target[name] === 'string') {
    const found = findObject(account, target[name])
    if (!found) throw notExpandable(path)
    target[name] = found
  } else if (!(name in target)) throw notExpandable(path)
  const nested = target[name]
  if (rest.length > 0 && typeof nested === 'object' && nested !== null) expand(account, nested as Fields, rest, path)
}

const notExpandable = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })

/** Fields included only on request, by type of object. */
const includable: Record<string, Record<string, (account: Account, object: Fields) => unknown>> = {
  invoice: {
    confirmation_secret: (account, invoice) => {
      const secret = findPaymentIntent(account, invoice as unknown as Stripe.Invoice)?.client_secret
      return secret
        ? ({ client_secret: secret, type: 'payment_intent' } satisfies Stripe.Invoice.ConfirmationSecret)
        : null
    },
    payments: (account, invoice) =>
      toList(`/v1/invoice_payments?invoice=${invoice.id}`, listPayments(account, invoice as unknown as Stripe.Invoice)),
  },
  customer: {
    subscriptions: (account, customer) =>
      toList(
        `/v1/customers/${customer.id}/subscriptions`,
        [...account.subscriptions.values()].filter(it => it.customer === customer.id && it.status !== 'canceled'),
      ),
  },
  charge: {
    refunds: (account, charge) =>
      toList(
        `/v1/charges/${charge.id}/refunds`,
        [...account.refunds.values()].filter(it => it.charge === charge.id).toReversed(),
      ),
  },
}

function findObject(account: Account, id: string): unknown {
  const kinds = [
    account.customers,
    account.deletedCustomers,
    account.products,
    account.prices,
    account.paymentMethods,
    account.subscriptions,
    account.schedules,
    account.invoices,
    account.paymentIntents,
    account.setupIntents,
    account.charges,
    account.refunds,
    account.disputes,
  ]
  const found = kinds.find(kind => kind.has(id))?.get(id)
  return found && structuredClone(found)
}
