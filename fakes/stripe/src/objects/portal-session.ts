import type { Stripe } from 'stripe'
import { newId, randomLetters } from '../ids.ts'

interface PortalSessionInput {
  customer: string
  returnUrl: string | null
  fakeUrl: string
  created: number
}

export function newPortalSession(input: PortalSessionInput): Stripe.BillingPortal.Session {
  return {
    id: newId('bps'),
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: 'bpc_1StandIn',
    created: input.created,
    customer: input.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: input.returnUrl,
    url: `${input.fakeUrl}/p/session/test_${randomLetters(40)}`,
  } satisfies Stripe.BillingPortal.Session
}
