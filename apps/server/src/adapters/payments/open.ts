import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import { noPayments } from './none.ts'
import type { StripeConfig } from './stripe/client.ts'

/** Who takes money here: Stripe where its keys are set, else nobody. Its SDK takes some 100 ms to load, so only who sells waits for it. */
export async function openPayments(stripe: StripeConfig | undefined, clock: Clock): Promise<Payments> {
  if (!stripe) return noPayments()
  const { stripePayments } = await import('./stripe/payments.ts')
  return stripePayments(stripe, clock)
}
