import { ApiError, type Client } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { OwnedPurchase } from '../../../device/store-purchases.ts'
import type { Entitlement } from '../queries.ts'
import type { PhoneStore } from './phone-store.ts'

/** The plan sold as this store product, or null if the product is not a plan. */
export const planForProduct = ({ products }: PhoneStore, productId: string): BuyablePlanId | null =>
  (Object.keys(products) as BuyablePlanId[]).find(planId => products[planId] === productId) ?? null

/** The account a store purchase belongs to. `unnamed`: bought without an account token, so any account can claim it. */
export type PurchaseOwner = 'ours' | 'unnamed' | 'another'

export function getPurchaseOwner({ accountToken }: OwnedPurchase, store: PhoneStore): PurchaseOwner {
  if (accountToken === null) return 'unnamed'
  return accountToken === store.accountToken ? 'ours' : 'another'
}

const runningClaims = new Map<string, Promise<void>>()

/**
 * Reports a purchase to the server, then marks it as finished in the store. Concurrent calls for the same receipt share one
 * request. Throws if the server rejects the purchase or cannot be reached.
 */
export function claimPurchase(
  client: Client,
  store: PhoneStore,
  purchase: OwnedPurchase,
  planId: BuyablePlanId,
): Promise<void> {
  const { receipt } = purchase
  const running = runningClaims.get(receipt) ?? claim().finally(() => runningClaims.delete(receipt))
  runningClaims.set(receipt, running)
  return running

  async function claim() {
    const { purchases } = store
    await client.subscriptions.purchase({
      body: {
        ...{ subscriptionId: planId, paymentMethod: purchases.method, transactionId: receipt },
        ...{ isTrial: false, currency: 'usd' },
      },
    })
    // If this fails, the store reports the purchase again, and the server then knows it already.
    await purchases.finish(purchase).catch(error => console.error('Could not finish a purchase in the store:', error))
  }
}

/** Whether a retry may succeed: the server was unreachable or busy, or the payment is still pending. */
export const isClaimRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.body?.code === 'payment_pending'

export interface ClaimResult {
  /** Plans that the server has just accepted. */
  accepted: BuyablePlanId[]
  /** Some purchases could not be reported; retry later. */
  shouldRetry: boolean
}

/**
 * Reports this account's store purchases that the server does not know yet. `answered` holds the receipts that the server has
 * already accepted or rejected; this function skips them and adds to them.
 */
export async function claimStorePurchases(
  client: Client,
  store: PhoneStore,
  known: Entitlement,
  answered: Set<string>,
): Promise<ClaimResult> {
  const claims: ClaimResult = { accepted: [], shouldRetry: false }
  for (const purchase of await store.purchases.ownedPurchases()) {
    const { receipt, productId, isPending } = purchase
    const planId = planForProduct(store, productId)
    if (!planId || isPending || answered.has(receipt) || getPurchaseOwner(purchase, store) !== 'ours') continue
    if (hasPlanFromStore(known, store, planId)) continue
    try {
      await claimPurchase(client, store, purchase, planId)
      answered.add(receipt)
      claims.accepted.push(planId)
    } catch (error) {
      console.error('The server did not accept a purchase:', error)
      if (isClaimRetryable(error)) claims.shouldRetry = true
      else answered.add(receipt)
    }
  }
  return claims
}

/** Whether the account already has this plan as an active purchase from this store. */
export const hasPlanFromStore = (
  { subscriptions }: Entitlement,
  { purchases }: PhoneStore,
  planId: BuyablePlanId,
): boolean =>
  subscriptions.some(
    ({ paymentMethod, status, subscriptionId }) =>
      paymentMethod === purchases.method && status === 'active' && subscriptionId === planId,
  )
