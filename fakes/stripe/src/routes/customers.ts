import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { mergedMetadata } from '../billing/changing.ts'
import { deleteCustomer } from '../billing/ending.ts'
import { attach, methodNamed } from '../billing/methods.ts'
import { invalid, missing } from '../errors.ts'
import { change, emit } from '../events.ts'
import { emptyAddress, newCustomer } from '../objects/customer.ts'
import { pageOf } from '../requests/lists.ts'
import { type Call, type Route, route } from './route.ts'

const profileFields = ['email', 'name', 'phone', 'description', 'metadata', 'address', 'preferred_locales']
const writableFields = [...profileFields, 'invoice_settings.default_payment_method']

export const customerRoutes: Route[] = [
  route<Stripe.CustomerCreateParams>({
    method: 'POST',
    path: '/v1/customers',
    params: 'CustomerCreateParams',
    does: [...writableFields, 'payment_method'],
    run({ account, params }) {
      const customer = newCustomer(account.time.now())
      applyParams(customer, params)
      account.customers.set(customer.id, customer)
      emit(account, 'customer.created', customer)
      if (params.payment_method) attach(account, methodNamed(account, params.payment_method), customer.id)
      if (params.invoice_settings) setDefaultMethod(account, customer, params.invoice_settings.default_payment_method)
      return customer
    },
  }),
  route<Stripe.CustomerListParams>({
    method: 'GET',
    path: '/v1/customers',
    params: 'CustomerListParams',
    does: ['email', 'created', 'limit', 'starting_after', 'ending_before'],
    run({ account, params }) {
      const all = [...account.customers.values()].filter(({ email }) => email === (params.email ?? email))
      return pageOf('/v1/customers', all, params)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id',
    params: 'CustomerRetrieveParams',
    does: [],
    run: ({ account, id }) => account.deletedCustomers.get(id) ?? customerOf({ account, id }),
  }),
  route<Stripe.CustomerUpdateParams>({
    method: 'POST',
    path: '/v1/customers/:id',
    params: 'CustomerUpdateParams',
    does: writableFields,
    run({ account, id, params }) {
      const customer = customerOf({ account, id })
      change(account, 'customer.updated', customer, it => {
        applyParams(it, params)
        if (params.invoice_settings) setDefaultMethod(account, it, params.invoice_settings.default_payment_method)
      })
      return customer
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/:id',
    does: [],
    run: ({ account, id }) => deleteCustomer(account, customerOf({ account, id })),
  }),
]

function customerOf({ account, id }: Pick<Call, 'account' | 'id'>): Stripe.Customer {
  const customer = account.customers.get(id)
  if (!customer) throw missing('customer', id)
  return customer
}

function applyParams(customer: Stripe.Customer, params: Stripe.CustomerUpdateParams): void {
  for (const name of ['email', 'name', 'phone', 'description', 'preferred_locales'] as const)
    if (params[name] !== undefined) Object.assign(customer, { [name]: params[name] })
  if (params.metadata !== undefined) customer.metadata = mergedMetadata(customer.metadata, params.metadata)
  if (params.address !== undefined) customer.address = params.address ? { ...emptyAddress, ...params.address } : null
}

function setDefaultMethod(account: Account, customer: Stripe.Customer, method: string | undefined): void {
  if (method === undefined) return
  if (account.paymentMethods.get(method)?.customer !== customer.id)
    throw invalid(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    )
  customer.invoice_settings.default_payment_method = method
}
