import { planById } from '@recaps/domain/plans'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Users } from '../users/service.ts'
import { insertMovements } from './movements-repository.ts'
import type { Owner } from './owners-repository.ts'
import type { PaymentPoint } from './points.ts'
import { isOver, projectionOf } from './projection.ts'
import { isOfStore, nameInLog, type Ref } from './refs.ts'
import {
  endReplaced,
  findByRef,
  giveNameUp,
  giveTransactionUp,
  holdForLook,
  insertPurchase,
  type PurchaseRow,
  type Seen,
  updatePurchase,
} from './repository.ts'
import type { Told } from './seeing.ts'
import type { News } from './telling.ts'
import { vainCharges } from './vain-charges.ts'
import type { Wish } from './wishes.ts'

export interface WritingDeps {
  db: Db
  clock: Clock
  logger: Logger
  metrics: Metrics
  users: Pick<Users, 'holdLiving'>
  /** The next three methods take part in the transaction that saves the purchase. */
  tell(trx: Trx, change: News): Promise<void>
  later(trx: Trx, command: Extract<Wish, { kind: 'end' | 'refund' }>): Promise<void>
  acknowledgeLater(trx: Trx, ref: Ref): Promise<void>
  passed(point: PaymentPoint): void
}

/**
 * Saves a snapshot of a purchase with everything that follows from it: refunds, cancellations and notifications. Returns
 * `conflict` if a concurrent sync has inserted the row first.
 */
export function createWriting(deps: WritingDeps) {
  const { db, clock, logger, metrics, passed } = deps

  async function upsert(
    trx: Trx,
    snapshot: Told,
    before: PurchaseRow | undefined,
    values: Seen,
    userId: number,
    syncNumber?: number,
  ) {
    const { ref } = snapshot
    const now = clock.now()
    if (isOfStore(ref)) {
      if (snapshot.transactionId) await giveTransactionUp(trx, ref, snapshot.transactionId)
      if (snapshot.replaces && values.status === 'active') await endReplaced(trx, snapshot.replaces, now)
    }
    if (!before) {
      const { type } = planById(values.plan_id)
      return await insertPurchase(trx, values, { userId, type, customerId: snapshot.customerId, ref, now })
    }
    const isWarned = before.told_grace_end && before.issue_since?.getTime() === values.issue_since?.getTime()
    const change = { ...values, told_grace_end: isWarned, looks_done: syncNumber!, updated_at: now }
    return await updatePurchase(trx, before.id, change)
  }

  const save = (
    snapshot: Told,
    syncNumber: number | undefined,
    owner: Owner,
  ): Promise<PurchaseRow | null | 'conflict'> =>
    db.transaction().execute(async trx => {
      const { ref } = snapshot
      const { userId } = owner
      const locked = syncNumber === undefined ? undefined : await holdForLook(trx, ref, syncNumber)
      // A later sync has already been saved.
      if (syncNumber !== undefined && !locked) return (await findByRef(trx, ref)) ?? null
      const before = locked?.user_id === userId ? locked : undefined
      const { seen: values, isOdd: isUnknown, isToEnd: shouldCancel } = projectionOf(snapshot, before, clock.now())
      if (isUnknown) {
        logger.error({ ...nameInLog(ref), state: snapshot.standing.state }, 'unknown subscription state or plan')
        metrics.paymentUnknown()
      }
      if (!values) return null
      // Release it from the previous owner first, even if the new owner gets no row.
      if (locked && !before) await giveNameUp(trx, locked, clock.now())
      if (isOfStore(ref) && !before && !(await shouldCreateRow(trx, values, owner))) return null
      // Store subscriptions outlive the deletion of an account: only the store can cancel them.
      const after =
        isOfStore(ref) && owner.isGone ? before : await upsert(trx, snapshot, before, values, userId, syncNumber)
      if (!after) return 'conflict'
      const { currency } = after
      const purchase = { userId, purchaseId: after.id, provider: ref.provider, currency }
      const movements = await insertMovements(trx, purchase, snapshot.movements)
      for (const { id } of await vainCharges(trx, { ref, before, after, owner, movements })) {
        logger.warn({ userId, ...nameInLog(ref), chargeId: id }, 'charge bought nothing, refunding it')
        await deps.later(trx, { kind: 'refund', subscriptionId: ref.id, chargeId: id })
      }
      const isOrphaned = owner.isGone && !isOfStore(ref) && !isOver(after.status) && snapshot.endedAt === null
      if (shouldCancel || isOrphaned) await deps.later(trx, { kind: 'end', subscriptionId: ref.id })
      if (owner.isGone) return after
      if (!snapshot.isAcknowledged && after.status === 'active' && before?.status !== 'active')
        await deps.acknowledgeLater(trx, ref)
      await deps.tell(trx, { before, after, movements, isReplaced: snapshot.isReplaced })
      return after
    })

  /** False for store purchases that had ended before we learned of them, or whose account is being deleted. */
  const shouldCreateRow = async (trx: Trx, values: Seen, { userId, isGone }: Owner): Promise<boolean> =>
    !isGone && !isOver(values.status) && (await deps.users.holdLiving(trx, userId))

  return async (
    snapshot: Told,
    syncNumber: number | undefined,
    owner: Owner,
  ): Promise<PurchaseRow | null | 'conflict'> => {
    const row = await save(snapshot, syncNumber, owner)
    passed('purchase-written')
    return row
  }
}
