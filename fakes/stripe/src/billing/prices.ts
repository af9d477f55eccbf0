import type { Stripe } from 'stripe'
import type { Account } from '../account.ts'
import { invalidRequest, notFoundParam } from '../errors.ts'

/** Finds a price by id. Errors name `param`. */
export function findPrice(account: Account, id: string | undefined, param: string): Stripe.Price {
  if (!id) throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const price = account.prices.get(id)
  if (!price) throw notFoundParam('price', id, param)
  return price
}
