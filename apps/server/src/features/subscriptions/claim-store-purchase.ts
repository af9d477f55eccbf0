import type { PaymentMethod } from '@recaps/contract/subscriptions'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Store, Stores } from '../../ports/payments.ts'
import { snapshotFromStore } from './fetch-purchase.ts'
import { findPurchaseOwner } from './find-purchase-owner.ts'
import type { PurchaseSync } from './purchase-sync.ts'
import type { PurchaseRow } from './purchases-repository.ts'

export interface ClaimStorePurchaseDeps {
  db: Db
  limits: Limits
  stores: Stores
  purchaseSync: PurchaseSync
}

export interface StoreReceipt {
  subscriptionId: BuyablePlanId
  paymentMethod: Store['method']
  transactionId: string
}

export const isSoldByStore = <Claim extends { paymentMethod: PaymentMethod }>(
  claim: Claim,
): claim is Claim & { paymentMethod: Store['method'] } =>
  claim.paymentMethod === 'apple_iap' || claim.paymentMethod === 'google_play'

/**
 * Accepts a purchase that was made in a store. The store determines the plan and the owner: the account that the app passed
 * to it, or else the user who presents the receipt. Idempotent.
 */
export function createClaimStorePurchase({ db, limits, stores, purchaseSync }: ClaimStorePurchaseDeps) {
  return async (userId: number, receipt: StoreReceipt): Promise<PurchaseRow> => {
    const store = Object.values(stores).find(({ method }) => method === receipt.paymentMethod)
    if (!store) throw new AppError('payments_off', 'Purchases from this store aren’t accepted on this server.')
    await limits.take('receipt', String(userId))
    const purchase = await store.read(receipt.transactionId)
    if (!purchase) throw new AppError('receipt_invalid')
    const snapshot = snapshotFromStore(store, purchase)
    const claimedBy = store.isProof(receipt.transactionId) ? userId : undefined
    // Another user's, a guessed and an unknown receipt give the same error, so that callers learn nothing.
    if ((await findPurchaseOwner(db, snapshot, claimedBy))?.userId !== userId) throw new AppError('receipt_invalid')
    // The plan of a downgrade that starts with the next period is accepted, too.
    if (![snapshot.planId, snapshot.nextPlan?.planId].includes(receipt.subscriptionId))
      throw new AppError('payment_not_found')
    const row = await purchaseSync.refresh(snapshot.ref, claimedBy)
    if (row?.user_id !== userId) throw new AppError('receipt_invalid')
    if (row.status === 'pending') throw new AppError('payment_pending')
    if (row.status !== 'active') throw new AppError('receipt_invalid')
    return row
  }
}
