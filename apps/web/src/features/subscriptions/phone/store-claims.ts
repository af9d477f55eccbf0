import { ApiError, type Client } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { HeldPurchase } from '../../../device/store-purchases.ts'
import type { Entitlement } from '../queries.ts'
import type { StoreHere } from './store-here.ts'

/** The plan that the store calls so; null for anything else that it sells. */
export const planOfProduct = ({ products }: StoreHere, productId: string): BuyablePlanId | null =>
  (Object.keys(products) as BuyablePlanId[]).find(planId => products[planId] === productId) ?? null

/** Whose what the store has is: this account's, or another's; `unnamed` is whoever's hands it is in. */
export type Whose = 'ours' | 'unnamed' | 'another'

export function whoseIs({ accountToken }: HeldPurchase, store: StoreHere): Whose {
  if (accountToken === null) return 'unnamed'
  return accountToken === store.accountToken ? 'ours' : 'another'
}

const inHand = new Map<string, Promise<void>>()

/**
 * Tells the server what was bought, and then the store that it was taken. The same at the same time is told once. Throws what
 * the server refuses, and when it is not reached.
 */
export function claimPurchase(
  client: Client,
  store: StoreHere,
  purchase: HeldPurchase,
  planId: BuyablePlanId,
): Promise<void> {
  const { receipt } = purchase
  const running = inHand.get(receipt) ?? claim().finally(() => inHand.delete(receipt))
  inHand.set(receipt, running)
  return running

  async function claim() {
    const { purchases } = store
    await client.subscriptions.purchase({
      body: {
        ...{ subscriptionId: planId, paymentMethod: purchases.method, transactionId: receipt },
        ...{ isTrial: false, currency: 'usd' },
      },
    })
    // What it is not told it tells of again, and then the server knows already.
    await purchases.finish(purchase).catch(error => console.error('The store was not told:', error))
  }
}

/** Not reached, busy, or not through yet: the next try may end otherwise. */
export const mayBeTaken = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.body?.code === 'payment_pending'

export interface Claims {
  /** What the server has taken and did not count before. */
  taken: BuyablePlanId[]
  /** Some of it could not be told. */
  isUntold: boolean
}

/** Brings to the server what the store has for this account and the server does not know. `over` are receipts that it has spoken of. */
export async function claimHeld(
  client: Client,
  store: StoreHere,
  known: Entitlement,
  over: Set<string>,
): Promise<Claims> {
  const claims: Claims = { taken: [], isUntold: false }
  for (const purchase of await store.purchases.held()) {
    const { receipt, productId, isPending } = purchase
    const planId = planOfProduct(store, productId)
    if (!planId || isPending || over.has(receipt) || whoseIs(purchase, store) !== 'ours') continue
    if (isKnown(known, store, planId)) continue
    try {
      await claimPurchase(client, store, purchase, planId)
      over.add(receipt)
      claims.taken.push(planId)
    } catch (error) {
      console.error('A purchase was not taken:', error)
      if (mayBeTaken(error)) claims.isUntold = true
      else over.add(receipt)
    }
  }
  return claims
}

/** Whether it counts already for the account. */
export const isKnown = ({ subscriptions }: Entitlement, { purchases }: StoreHere, planId: BuyablePlanId): boolean =>
  subscriptions.some(
    ({ paymentMethod, status, subscriptionId }) =>
      paymentMethod === purchases.method && status === 'active' && subscriptionId === planId,
  )
