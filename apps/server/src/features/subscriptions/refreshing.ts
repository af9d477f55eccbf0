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
  /** The provider is a stand-in: what it does not know any more has ended. */
  isForgetful: boolean
  later(trx: Trx, wish: Extract<Wish, { kind: 'end' | 'refund' }>): Promise<void>
}

const triesAllowed = 4
/** A store that knows nothing of what was paid for long ago has forgotten it with its end. */
const forgottenAfterMs = 7 * 24 * 3600_000

/**
 * Nobody is believed but the provider: a look is counted, asks it outside of any transaction, and is written only where
 * no later look was. Each change has an event whose look begins after it, so that what is written last is what is so.
 */
export function createRefreshing(deps: RefreshingDeps) {
  const { db, clock, logger } = deps
  const write = createWriting(deps)

  /** Null for what is none of ours, or has gone. `claimedBy` has shown that it is in their hands. */
  async function refresh(ref: Ref, claimedBy?: number): Promise<PurchaseRow | null> {
    for (let tries = 1; ; tries++) {
      const look = await beginLook(db, ref)
      const told = await deps.see(ref)
      if (!told) return look === undefined ? null : await missing(ref)
      const owner = await ownerOf(db, told, claimedBy)
      if (!owner) {
        if (isOfStore(ref)) logger.warn(nameInLog(ref), 'a purchase in a store is for nobody of ours')
        return null
      }
      try {
        const row = await write(told, look, owner)
        // Another look has made the row meanwhile: what it saw may be later.
        if (row !== 'made') return row
      } catch (error) {
        if (tries >= triesAllowed || !isSecondLive(error)) throw error
        await giveWay(owner, told)
      }
      if (tries >= triesAllowed) throw new Error(`The row of ${nameInLog(ref).subscriptionId} comes and goes`)
    }
  }

  /** Nobody loses a plan because the keys of another account were set by mistake. */
  async function missing(ref: Ref): Promise<PurchaseRow | null> {
    const row = await findByRef(db, ref)
    if (!row || isOver(row.status) || !isForgotten(row)) {
      logger.error({ ...nameInLog(ref), purchaseId: row?.id }, 'the provider does not know a subscription of ours')
      return row ?? null
    }
    if (row.customer_id) await forgetCustomer(db, row.customer_id)
    const now = clock.now()
    return await db
      .transaction()
      .execute(trx => updatePurchase(trx, row.id, { status: 'canceled', ends_at: now, updated_at: now }))
  }

  const isForgotten = ({ provider, period_end }: PurchaseRow): boolean =>
    provider === 'stripe'
      ? deps.isForgetful
      : period_end !== null && period_end.getTime() + forgottenAfterMs < clock.now().getTime()

  /** Two of one user that live: the other may have ended without our knowing, and one that is not paid ends for one that is. */
  async function giveWay({ userId }: Owner, told: Told): Promise<void> {
    const found = await findLive(db, userId)
    const other = found && refOf(found)
    if (!other || isSame(other, told.ref)) return
    const now = await refresh(other)
    if (!now || isOver(now.status)) return
    // A dearer plan that waits for cash takes the place of nothing until that comes.
    if (isOfStore(told.ref) && told.standing.state === 'incomplete') throw new AppError('payment_pending')
    logger.error({ userId, ...nameInLog(told.ref), other: nameInLog(other) }, 'two subscriptions of one user')
    if (now.status === 'pending' && !isOfStore(other)) {
      await db.transaction().execute(trx => deps.later(trx, { kind: 'end', subscriptionId: other.id }))
      if (isOfStore(told.ref)) throw new AppError('payment_in_progress')
    }
    // The store keeps what it sells, or gives the money back, without our saying so.
    else if (isOfStore(told.ref)) throw new AppError('already_subscribed')
  }

  return {
    refresh,

    /** All that the provider knows of a customer. */
    async refreshCustomer(customerId: string): Promise<void> {
      for (const { id } of await deps.payments.subscriptionsOf(customerId)) await refresh(atStripe(id))
    },
  }
}

export type Refreshing = ReturnType<typeof createRefreshing>

const isSame = (one: Ref, other: Ref): boolean => one.provider === other.provider && one.id === other.id

const isSecondLive = (error: unknown): boolean =>
  hasCode(error, '23505') && (error as { constraint?: string }).constraint === 'user_subscriptions_live'
