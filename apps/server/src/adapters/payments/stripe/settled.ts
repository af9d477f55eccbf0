import type { Stripe } from 'stripe'
import { isOpen } from './errors.ts'

/** The key under which one call of an operation has its effect once, however often it is made. */
export const keyOf = (operationId: string, call: string): Stripe.RequestOptions => ({
  idempotencyKey: `${operationId}:${call}`,
})

/**
 * Posts. Where the answer leaves open whether it had its effect, `look` finds out what came of it: Stripe gives an error of its
 * own again for a day to whoever asks under the same key, also when the effect was there. What `look` does not find is not
 * posted under another key, for it may be under way still.
 */
export async function settled<T>(post: () => Promise<T>, look: () => Promise<T | null>): Promise<T> {
  try {
    return await post()
  } catch (error) {
    if (!isOpen(error)) throw error
    const found = await look().catch(() => null)
    if (found === null) throw error
    return found
  }
}
