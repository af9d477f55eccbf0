import type { Db } from '../../database/open.ts'
import { AppError, hasErrorCode } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { deleteCustomer } from './customers-repository.ts'
import type { PurchaseSnapshot } from './fetch-purchase.ts'
import { findPurchaseOwner } from './find-purchase-owner.ts'
import type { Owner } from './owners-repository.ts'
import type { PaymentCommand } from './payment-commands.ts'
import { isOver } from './projection.ts'
import { isStoreRef, type PurchaseRef, purchaseLogFields, stripeRef, toPurchaseRef } from './purchase-refs.ts'
import {
  beginSync,
  findLivePurchase,
  findPurchaseByRef,
  type PurchaseRow,
  updatePurchase,
} from './purchases-repository.ts'
import { createSavePurchase, type SavePurchaseDeps } from './save-purchase.ts'

export interface PurchaseSyncDeps extends SavePurchaseDeps {
  db: Db
  clock: Clock
  logger: Logger
  payments: Pick<Payments, 'listSubscriptions'>
  fetchPurchase(ref: PurchaseRef): Promise<PurchaseSnapshot | null>
  /** The provider is a fake that loses its data when it stops: a subscription that it no longer knows has ended. */
  isFakeProvider: boolean
  enqueue(trx: Trx, command: Extract<PaymentCommand, { kind: 'end' | 'refund' }>): Promise<void>
}

const maxTries = 4
/** Stores delete ended purchases after some time, so an unknown purchase whose period ended this long ago is over. */
const storeMayForgetAfterMs = 7 * 24 * 3600_000

/**
 * Syncs purchases with their provider, the only source of truth. Each sync takes a number, fetches outside of any transaction,
 * and is saved only if no later sync has been. Every change causes an event, which starts a sync after the change, so the
 * sync with the highest number has the current state.
 */
export function createPurchaseSync(deps: PurchaseSyncDeps) {
  const { db, clock, logger } = deps
  const save = createSavePurchase(deps)

  /** Null if the purchase belongs to none of our users or does not exist. `claimedBy` is the user who presented its receipt. */
  async function refresh(ref: PurchaseRef, claimedBy?: number): Promise<PurchaseRow | null> {
    for (let tries = 1; ; tries++) {
      const syncNumber = await beginSync(db, ref)
      const snapshot = await deps.fetchPurchase(ref)
      if (!snapshot) return syncNumber === undefined ? null : await handleMissing(ref)
      const owner = await findPurchaseOwner(db, snapshot, claimedBy)
      if (!owner) {
        if (isStoreRef(ref)) logger.warn(purchaseLogFields(ref), 'store purchase belongs to no known user')
        return null
      }
      try {
        const row = await save(snapshot, syncNumber, owner)
        // A concurrent sync has inserted the row, perhaps with a newer state: fetch again.
        if (row !== 'conflict') return row
      } catch (error) {
        if (tries >= maxTries || !isLiveConflict(error)) throw error
        await resolveConflict(owner, snapshot)
      }
      if (tries >= maxTries)
        throw new Error(`Cannot save purchase ${purchaseLogFields(ref).subscriptionId}: its row keeps changing`)
    }
  }

  /** Keeps the plan by default: the provider may know nothing because the keys of another account were set by mistake. */
  async function handleMissing(ref: PurchaseRef): Promise<PurchaseRow | null> {
    const row = await findPurchaseByRef(db, ref)
    if (!row || isOver(row.status) || !isExpectedToBeMissing(row)) {
      logger.error({ ...purchaseLogFields(ref), purchaseId: row?.id }, 'subscription not found at its provider')
      return row ?? null
    }
    if (row.customer_id) await deleteCustomer(db, row.customer_id)
    const now = clock.now()
    return await db
      .transaction()
      .execute(trx => updatePurchase(trx, row.id, { status: 'canceled', ends_at: now, updated_at: now }))
  }

  const isExpectedToBeMissing = ({ provider, period_end }: PurchaseRow): boolean =>
    provider === 'stripe'
      ? deps.isFakeProvider
      : period_end !== null && period_end.getTime() + storeMayForgetAfterMs < clock.now().getTime()

  /**
   * The user already has another live purchase. It may have ended without our knowing; an unpaid one is cancelled in favor of
   * the new one.
   */
  async function resolveConflict({ userId }: Owner, snapshot: PurchaseSnapshot): Promise<void> {
    const found = await findLivePurchase(db, userId)
    const other = found && toPurchaseRef(found)
    if (!other || isSameRef(other, snapshot.ref)) return
    const refreshed = await refresh(other)
    if (!refreshed || isOver(refreshed.status)) return
    // A plan that is waiting for a cash payment replaces nothing until it is paid.
    if (isStoreRef(snapshot.ref) && snapshot.providerStatus.state === 'incomplete')
      throw new AppError('payment_pending')
    logger.error(
      { userId, ...purchaseLogFields(snapshot.ref), other: purchaseLogFields(other) },
      'user has two live subscriptions',
    )
    if (refreshed.status === 'pending' && !isStoreRef(other)) {
      await db.transaction().execute(trx => deps.enqueue(trx, { kind: 'end', subscriptionId: other.id }))
      if (isStoreRef(snapshot.ref)) throw new AppError('payment_in_progress')
    }
    // We cannot cancel a store purchase: the store keeps or refunds it on its own.
    else if (isStoreRef(snapshot.ref)) throw new AppError('already_subscribed')
  }

  return {
    refresh,

    async refreshCustomer(customerId: string): Promise<void> {
      for (const { id } of await deps.payments.listSubscriptions(customerId)) await refresh(stripeRef(id))
    },
  }
}

export type PurchaseSync = ReturnType<typeof createPurchaseSync>

const isSameRef = (one: PurchaseRef, other: PurchaseRef): boolean =>
  one.provider === other.provider && one.id === other.id

const isLiveConflict = (error: unknown): boolean =>
  hasErrorCode(error, '23505') && (error as { constraint?: string }).constraint === 'user_subscriptions_live'
