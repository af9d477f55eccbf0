import type { PaymentSetup } from '@recaps/contract/subscriptions'
import type { PaymentOrigins } from '../../http/security-headers.ts'

const stripe: PaymentOrigins = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com', 'https://js.stripe.com'],
}

/** CSP origins of the payment form: those from Stripe’s security guide, or only the script’s own origin for a fake Stripe. */
export function paymentFormOrigins({ scriptUrl }: PaymentSetup): PaymentOrigins | undefined {
  if (!scriptUrl) return undefined
  const { origin } = new URL(scriptUrl)
  return stripe.script.includes(origin) ? stripe : { script: [origin], frame: [origin], connect: [origin] }
}
