import type { Stripe } from 'stripe'
import { isOutcomeUnknown } from './errors.ts'

/** Idempotency key of one call of an operation, so that retries have no second effect. */
export const idempotencyOptions = (operationId: string, call: string): Stripe.RequestOptions => ({
  idempotencyKey: `${operationId}:${call}`,
})

/**
 * Sends a POST. If its error leaves the outcome unknown, `find` checks whether it took effect, because Stripe repeats an internal error
 * for the same idempotency key for a day, even if the call succeeded. If `find` returns null, the error is thrown. Don't retry with
 * another key then: the first call may still be running.
 */
export async function postOnce<T>(post: () => Promise<T>, find: () => Promise<T | null>): Promise<T> {
  try {
    return await post()
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const found = await find().catch(() => null)
    if (found === null) throw error
    return found
  }
}
