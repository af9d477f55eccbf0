import type { Stripe } from 'stripe'
import { type Account, listOf } from '../account.ts'
import { intentOf, paymentsOf } from '../billing/invoices.ts'
import { invalid } from '../errors.ts'

type Fields = Record<string, unknown>

const mostLevels = 4

/** The answer with what was asked to be written out: `expand[]=latest_invoice.confirmation_secret`. */
export function expanded(account: Account, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer) as Fields
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > mostLevels)
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expand(account, copy, names, path)
  }
  return copy
}

function expand(account: Account, at: Fields, [name = '', ...rest]: string[], path: string): void {
  if (Array.isArray(at[name])) {
    at[name] = (at[name] as unknown[]).map(each => (typeof each === 'string' ? objectOf(account, each) : each))
    for (const each of at[name] as Fields[]) if (rest.length > 0) expand(account, each, rest, path)
    return
  }
  const included = includable[String(at.object)]?.[name]
  if (included && !at[name]) at[name] = structuredClone(included(account, at))
  else if (typeof at[name] === 'string') {
    const found = objectOf(account, at[name])
    if (!found) throw notExpandable(path)
    at[name] = found
  } else if (!(name in at)) throw notExpandable(path)
  const below = at[name]
  if (rest.length > 0 && typeof below === 'object' && below !== null) expand(account, below as Fields, rest, path)
}

const notExpandable = (path: string) => invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })

/** What is left out unless asked for, by the kind of object. */
const includable: Record<string, Record<string, (account: Account, of: Fields) => unknown>> = {
  invoice: {
    confirmation_secret: (account, of) => {
      const secret = intentOf(account, of as unknown as Stripe.Invoice)?.client_secret
      return secret
        ? ({ client_secret: secret, type: 'payment_intent' } satisfies Stripe.Invoice.ConfirmationSecret)
        : null
    },
    payments: (account, of) =>
      listOf(`/v1/invoice_payments?invoice=${of.id}`, paymentsOf(account, of as unknown as Stripe.Invoice)),
  },
  customer: {
    subscriptions: (account, of) =>
      listOf(
        `/v1/customers/${of.id}/subscriptions`,
        [...account.subscriptions.values()].filter(it => it.customer === of.id && it.status !== 'canceled'),
      ),
  },
  charge: {
    refunds: (account, of) =>
      listOf(
        `/v1/charges/${of.id}/refunds`,
        [...account.refunds.values()].filter(it => it.charge === of.id).toReversed(),
      ),
  },
}

function objectOf(account: Account, id: string): unknown {
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
