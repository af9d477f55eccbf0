import type { PaymentSetup } from '@recaps/contract/subscriptions'
import type { PaymentOrigins } from '../../http/security-headers.ts'

const stripe: PaymentOrigins = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com', 'https://js.stripe.com'],
}

/** What a page may load for the payment form: of Stripe what its security guide lists, of a stand-in what is where its script is. */
export function formOrigins({ scriptUrl }: PaymentSetup): PaymentOrigins | undefined {
  if (!scriptUrl) return undefined
  const { origin } = new URL(scriptUrl)
  return stripe.script.includes(origin) ? stripe : { script: [origin], frame: [origin], connect: [origin] }
}
