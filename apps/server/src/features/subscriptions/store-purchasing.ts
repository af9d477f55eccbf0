import type { PaymentMethod } from '@recaps/contract/subscriptions'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Store, Stores } from '../../ports/payments.ts'
import { ownerOf } from './owning.ts'
import type { Refreshing } from './refreshing.ts'
import type { PurchaseRow } from './repository.ts'
import { toldByStore } from './seeing.ts'

export interface StorePurchasingDeps {
  db: Db
  limits: Limits
  stores: Stores
  refreshing: Refreshing
}

export interface Receipt {
  subscriptionId: BuyablePlanId
  paymentMethod: Store['method']
  transactionId: string
}

export const isSoldByStore = <Claim extends { paymentMethod: PaymentMethod }>(
  claim: Claim,
): claim is Claim & { paymentMethod: Store['method'] } =>
  claim.paymentMethod === 'apple_iap' || claim.paymentMethod === 'google_play'

/**
 * Takes what was bought in a store. The store says what it is, and for whom: the account that the app had named to it, or
 * else who has it in hand. Asked twice, it is the same.
 */
export function createStorePurchasing({ db, limits, stores, refreshing }: StorePurchasingDeps) {
  return async (userId: number, receipt: Receipt): Promise<PurchaseRow> => {
    const store = Object.values(stores).find(({ method }) => method === receipt.paymentMethod)
    if (!store) throw new AppError('payments_off', 'Purchases from this store are not taken on this server.')
    await limits.take('receipt', String(userId))
    const purchase = await store.read(receipt.transactionId)
    if (!purchase) throw new AppError('receipt_invalid')
    const told = toldByStore(store, purchase)
    const claimedBy = store.isProof(receipt.transactionId) ? userId : undefined
    // Foreign, guessed or unknown: all the same to who asks.
    if ((await ownerOf(db, told, claimedBy))?.userId !== userId) throw new AppError('receipt_invalid')
    // The cheaper one that was bought to come next is bought, too.
    if (![told.planId, told.nextPlan?.planId].includes(receipt.subscriptionId)) throw new AppError('payment_not_found')
    const row = await refreshing.refresh(told.ref, claimedBy)
    if (row?.user_id !== userId) throw new AppError('receipt_invalid')
    if (row.status === 'pending') throw new AppError('payment_pending')
    if (row.status !== 'active') throw new AppError('receipt_invalid')
    return row
  }
}
