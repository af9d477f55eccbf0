import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import { noPayments } from './none.ts'
import type { StripeConfig } from './stripe/client.ts'

/** Stripe if its keys are set. Its SDK takes about 100 ms to load, so it is imported only when needed. */
export async function openPayments(stripe: StripeConfig | undefined, clock: Clock): Promise<Payments> {
  if (!stripe) return noPayments()
  const { stripePayments } = await import('./stripe/payments.ts')
  return stripePayments(stripe, clock)
}
