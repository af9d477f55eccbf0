import type { Db } from '../../database/open.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { forgetCustomer } from './customers-repository.ts'
import type { Owner } from './owners-repository.ts'
import { ownerOf } from './owning.ts'
import { isOver } from './projection.ts'
import { atStripe, isOfStore, nameInLog, type Ref, refOf } from './refs.ts'
import { beginLook, findByRef, findLive, type PurchaseRow, updatePurchase } from './repository.ts'
import type { Told } from './seeing.ts'
import type { Wish } from './wishes.ts'
import { createWriting, type WritingDeps } from './writing.ts'

export interface RefreshingDeps extends WritingDeps {
  db: Db
  clock: Clock
  logger: Logger
  payments: Pick<Payments, 'subscriptionsOf'>
  see(ref: Ref): Promise<Told | null>
  /** The provider is a fake that loses its data when it stops: a subscription that it no longer knows has ended. */
  isForgetful: boolean
  later(trx: Trx, command: Extract<Wish, { kind: 'end' | 'refund' }>): Promise<void>
}

const maxTries = 4
/** Stores delete ended purchases after some time, so an unknown purchase whose period ended this long ago is over. */
const storeMayForgetAfterMs = 7 * 24 * 3600_000

/**
 * Syncs purchases with their provider, the only source of truth. Each sync takes a number, fetches outside of any transaction,
 * and is saved only if no later sync has been. Every change causes an event, which starts a sync after the change, so the
 * sync with the highest number has the current state.
 */
export function createRefreshing(deps: RefreshingDeps) {
  const { db, clock, logger } = deps
  const save = createWriting(deps)

  /** Null if the purchase belongs to none of our users or does not exist. `claimedBy` is the user who presented its receipt. */
  async function refresh(ref: Ref, claimedBy?: number): Promise<PurchaseRow | null> {
    for (let tries = 1; ; tries++) {
      const syncNumber = await beginLook(db, ref)
      const snapshot = await deps.see(ref)
      if (!snapshot) return syncNumber === undefined ? null : await handleMissing(ref)
      const owner = await ownerOf(db, snapshot, claimedBy)
      if (!owner) {
        if (isOfStore(ref)) logger.warn(nameInLog(ref), 'store purchase belongs to no known user')
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
        throw new Error(`Cannot save purchase ${nameInLog(ref).subscriptionId}: its row keeps changing`)
    }
  }

  /** Keeps the plan by default: the provider may know nothing because the keys of another account were set by mistake. */
  async function handleMissing(ref: Ref): Promise<PurchaseRow | null> {
    const row = await findByRef(db, ref)
    if (!row || isOver(row.status) || !isExpectedToBeMissing(row)) {
      logger.error({ ...nameInLog(ref), purchaseId: row?.id }, 'subscription not found at its provider')
      return row ?? null
    }
    if (row.customer_id) await forgetCustomer(db, row.customer_id)
    const now = clock.now()
    return await db
      .transaction()
      .execute(trx => updatePurchase(trx, row.id, { status: 'canceled', ends_at: now, updated_at: now }))
  }

  const isExpectedToBeMissing = ({ provider, period_end }: PurchaseRow): boolean =>
    provider === 'stripe'
      ? deps.isForgetful
      : period_end !== null && period_end.getTime() + storeMayForgetAfterMs < clock.now().getTime()

  /**
   * The user already has another live purchase. It may have ended without our knowing; an unpaid one is cancelled in favor of
   * the new one.
   */
  async function resolveConflict({ userId }: Owner, snapshot: Told): Promise<void> {
    const found = await findLive(db, userId)
    const other = found && refOf(found)
    if (!other || isSameRef(other, snapshot.ref)) return
    const refreshed = await refresh(other)
    if (!refreshed || isOver(refreshed.status)) return
    // A plan that is waiting for a cash payment replaces nothing until it is paid.
    if (isOfStore(snapshot.ref) && snapshot.standing.state === 'incomplete') throw new AppError('payment_pending')
    logger.error({ userId, ...nameInLog(snapshot.ref), other: nameInLog(other) }, 'user has two live subscriptions')
    if (refreshed.status === 'pending' && !isOfStore(other)) {
      await db.transaction().execute(trx => deps.later(trx, { kind: 'end', subscriptionId: other.id }))
      if (isOfStore(snapshot.ref)) throw new AppError('payment_in_progress')
    }
    // We cannot cancel a store purchase: the store keeps or refunds it on its own.
    else if (isOfStore(snapshot.ref)) throw new AppError('already_subscribed')
  }

  return {
    refresh,

    async refreshCustomer(customerId: string): Promise<void> {
      for (const { id } of await deps.payments.subscriptionsOf(customerId)) await refresh(atStripe(id))
    },
  }
}

export type Refreshing = ReturnType<typeof createRefreshing>

const isSameRef = (one: Ref, other: Ref): boolean => one.provider === other.provider && one.id === other.id

const isLiveConflict = (error: unknown): boolean =>
  hasCode(error, '23505') && (error as { constraint?: string }).constraint === 'user_subscriptions_live'
