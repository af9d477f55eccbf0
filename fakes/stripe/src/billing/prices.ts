import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { invalid, missingParam } from '../errors.ts'

/** A price by its id, as a request names it. */
export function priceNamed(account: Account, id: string | undefined, param: string): Stripe.Price {
  if (!id) throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const price = account.prices.get(id)
  if (!price) throw missingParam('price', id, param)
  return price
}
