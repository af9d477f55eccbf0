import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import { noPayments } from './none.ts'
import type { StripeConfig } from './stripe/client.ts'
import { stripePayments } from './stripe/payments.ts'

/** Who takes money here: Stripe where its keys are set, else nobody. */
export const openPayments = (stripe: StripeConfig | undefined, clock: Clock): Payments =>
  stripe ? stripePayments(stripe, clock) : noPayments()
