import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { deleteCustomer } from '../billing/cancel-subscription.ts'
import { attach, findPaymentMethod } from '../billing/methods.ts'
import { mergeMetadata } from '../billing/update-subscription.ts'
import { invalidRequest, notFound } from '../errors.ts'
import { emit, updateAndEmit } from '../events.ts'
import { emptyAddress, newCustomer } from '../objects/customer.ts'
import { paginate } from '../requests/lists.ts'
import { type Call, defineRoute, type Route } from './route.ts'

const profileFields = ['email', 'name', 'phone', 'description', 'metadata', 'address', 'preferred_locales']
const writableFields = [...profileFields, 'invoice_settings.default_payment_method']

export const customerRoutes: Route[] = [
  defineRoute<Stripe.CustomerCreateParams>({
    method: 'POST',
    path: '/v1/customers',
    params: 'CustomerCreateParams',
    supports: [...writableFields, 'payment_method'],
    run({ account, params }) {
      const customer = newCustomer(account.time.now())
      applyParams(customer, params)
      account.customers.set(customer.id, customer)
      emit(account, 'customer.created', customer)
      if (params.payment_method) attach(account, findPaymentMethod(account, params.payment_method), customer.id)
      if (params.invoice_settings) setDefaultMethod(account, customer, params.invoice_settings.default_payment_method)
      return customer
    },
  }),
  defineRoute<Stripe.CustomerListParams>({
    method: 'GET',
    path: '/v1/customers',
    params: 'CustomerListParams',
    supports: ['email', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params }) {
      const all = [...account.customers.values()].filter(({ email }) => email === (params.email ?? email))
      return paginate('/v1/customers', all, params)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/customers/:id',
    params: 'CustomerRetrieveParams',
    supports: [],
    run: ({ account, id }) => account.deletedCustomers.get(id) ?? customerOf({ account, id }),
  }),
  defineRoute<Stripe.CustomerUpdateParams>({
    method: 'POST',
    path: '/v1/customers/:id',
    params: 'CustomerUpdateParams',
    supports: writableFields,
    run({ account, id, params }) {
      const customer = customerOf({ account, id })
      updateAndEmit(account, 'customer.updated', customer, it => {
        applyParams(it, params)
        if (params.invoice_settings) setDefaultMethod(account, it, params.invoice_settings.default_payment_method)
      })
      return customer
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/customers/:id',
    supports: [],
    run: ({ account, id }) => deleteCustomer(account, customerOf({ account, id })),
  }),
]

function customerOf({ account, id }: Pick<Call, 'account' | 'id'>): Stripe.Customer {
  const customer = account.customers.get(id)
  if (!customer) throw notFound('customer', id)
  return customer
}

function applyParams(customer: Stripe.Customer, params: Stripe.CustomerUpdateParams): void {
  for (const name of ['email', 'name', 'phone', 'description', 'preferred_locales'] as const)
    if (params[name] !== undefined) Object.assign(customer, { [name]: params[name] })
  if (params.metadata !== undefined) customer.metadata = mergeMetadata(customer.metadata, params.metadata)
  if (params.address !== undefined) customer.address = params.address ? { ...emptyAddress, ...params.address } : null
}

function setDefaultMethod(account: Account, customer: Stripe.Customer, method: string | undefined): void {
  if (method === undefined) return
  if (account.paymentMethods.get(method)?.customer !== customer.id)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    )
  customer.invoice_settings.default_payment_method = method
}
