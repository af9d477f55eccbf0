import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { invalid, missingParam } from '../errors.ts'

/** Finds a price by id. Errors name `param`. */
export function priceNamed(account: Account, id: string | undefined, param: string): Stripe.Price {
  if (!id) throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const price = account.prices.get(id)
  if (!price) throw missingParam('price', id, param)
  return price
}
