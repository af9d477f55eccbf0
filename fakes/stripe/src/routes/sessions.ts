import type { Stripe } from 'stripe'
import { day } from '../billing/period.ts'
import { invalidRequest, notFoundParam } from '../errors.ts'
import { newId, randomLetters } from '../ids.ts'
import { newPortalSession } from '../objects/portal-session.ts'
import { defineRoute, type Route } from './route.ts'

/** Temporary access to a customer: keys for mobile apps and links to the billing portal. */
export const sessionRoutes: Route[] = [
  defineRoute<Stripe.EphemeralKeyCreateParams>({
    method: 'POST',
    path: '/v1/ephemeral_keys',
    params: 'EphemeralKeyCreateParams',
    supports: ['customer'],
    run({ account, params: { customer = '' }, apiVersion }) {
      if (!apiVersion) throw invalidRequest('Send the API version of your mobile SDK in the Stripe-Version header.')
      if (!account.customers.has(customer)) throw notFoundParam('customer', customer, 'customer')
      const created = account.time.now()
      return {
        id: newId('ephkey'),
        object: 'ephemeral_key',
        created,
        expires: created + day / 24,
        livemode: false,
        secret: `ek_test_${randomLetters(40)}`,
      } satisfies Stripe.EphemeralKey
    },
  }),
  defineRoute<Stripe.BillingPortal.SessionCreateParams>({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: 'BillingPortal.SessionCreateParams',
    supports: ['customer', 'return_url', 'locale'],
    run({ account, params: { customer = '', return_url = null } }) {
      if (!account.customers.has(customer)) throw notFoundParam('customer', customer, 'customer')
      const created = account.time.now()
      const session = newPortalSession({ customer, returnUrl: return_url, fakeUrl: account.url, created })
      account.portalSessions.set(session.url, session)
      return session
    },
  }),
]
