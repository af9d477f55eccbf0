import { planById } from '@recaps/domain/plans'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Users } from '../users/service.ts'
import { findChargesToRefund } from './charges-to-refund.ts'
import type { PurchaseSnapshot } from './fetch-purchase.ts'
import type { PaymentKillPoint } from './kill-points.ts'
import { insertMovements } from './movements-repository.ts'
import type { Owner } from './owners-repository.ts'
import type { PaymentCommand } from './payment-commands.ts'
import { isOver, projectPurchase } from './projection.ts'
import { isStoreRef, type PurchaseRef, purchaseLogFields } from './purchase-refs.ts'
import {
  endReplacedPurchase,
  findPurchaseByRef,
  insertPurchase,
  lockForSync,
  type PurchaseRow,
  type PurchaseValues,
  releaseStoreId,
  releaseTransactionId,
  updatePurchase,
} from './purchases-repository.ts'
import type { PurchaseChange } from './stripe-notifications.ts'

export interface SavePurchaseDeps {
  db: Db
  clock: Clock
  logger: Logger
  metrics: Metrics
  users: Pick<Users, 'lockIfActive'>
  /** The next three methods take part in the transaction that saves the purchase. */
  notifyChange(trx: Trx, change: PurchaseChange): Promise<void>
  enqueue(trx: Trx, command: Extract<PaymentCommand, { kind: 'end' | 'refund' }>): Promise<void>
  acknowledgeLater(trx: Trx, ref: PurchaseRef): Promise<void>
  passed(point: PaymentKillPoint): void
}

/**
 * Saves a snapshot of a purchase with everything that follows from it: refunds, cancellations and notifications. Returns
 * `conflict` if a concurrent sync has inserted the row first.
 */
export function createSavePurchase(deps: SavePurchaseDeps) {
  const { db, clock, logger, metrics, passed } = deps

  async function upsert(
    trx: Trx,
    snapshot: PurchaseSnapshot,
    before: PurchaseRow | undefined,
    values: PurchaseValues,
    userId: number,
    syncNumber?: number,
  ) {
    const { ref } = snapshot
    const now = clock.now()
    if (isStoreRef(ref)) {
      if (snapshot.transactionId) await releaseTransactionId(trx, ref, snapshot.transactionId)
      if (snapshot.replaces && values.status === 'active') await endReplacedPurchase(trx, snapshot.replaces, now)
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
    snapshot: PurchaseSnapshot,
    syncNumber: number | undefined,
    owner: Owner,
  ): Promise<PurchaseRow | null | 'conflict'> =>
    db.transaction().execute(async trx => {
      const { ref } = snapshot
      const { userId } = owner
      const locked = syncNumber === undefined ? undefined : await lockForSync(trx, ref, syncNumber)
      // A later sync has already been saved.
      if (syncNumber !== undefined && !locked) return (await findPurchaseByRef(trx, ref)) ?? null
      const before = locked?.user_id === userId ? locked : undefined
      const { values, isUnknown, shouldCancel } = projectPurchase(snapshot, before, clock.now())
      if (isUnknown) {
        logger.error(
          { ...purchaseLogFields(ref), state: snapshot.providerStatus.state },
          'unknown subscription state or plan',
        )
        metrics.paymentUnknown()
      }
      if (!values) return null
      // Release it from the previous owner first, even if the new owner gets no row.
      if (locked && !before) await releaseStoreId(trx, locked, clock.now())
      if (isStoreRef(ref) && !before && !(await shouldCreateRow(trx, values, owner))) return null
      // Store subscriptions outlive the deletion of an account: only the store can cancel them.
      const after =
        isStoreRef(ref) && owner.isDeleted ? before : await upsert(trx, snapshot, before, values, userId, syncNumber)
      if (!after) return 'conflict'
      const { currency } = after
      const purchase = { userId, purchaseId: after.id, provider: ref.provider, currency }
      const movements = await insertMovements(trx, purchase, snapshot.movements)
      for (const { id } of await findChargesToRefund(trx, { ref, before, after, owner, movements })) {
        logger.warn({ userId, ...purchaseLogFields(ref), chargeId: id }, 'charge bought nothing, refunding it')
        await deps.enqueue(trx, { kind: 'refund', subscriptionId: ref.id, chargeId: id })
      }
      const isOrphaned = owner.isDeleted && !isStoreRef(ref) && !isOver(after.status) && snapshot.endedAt === null
      if (shouldCancel || isOrphaned) await deps.enqueue(trx, { kind: 'end', subscriptionId: ref.id })
      if (owner.isDeleted) return after
      if (!snapshot.isAcknowledged && after.status === 'active' && before?.status !== 'active')
        await deps.acknowledgeLater(trx, ref)
      await deps.notifyChange(trx, { before, after, movements, isReplaced: snapshot.isReplaced })
      return after
    })

  /** False for store purchases that had ended before we learned of them, or whose account is being deleted. */
  const shouldCreateRow = async (trx: Trx, values: PurchaseValues, { userId, isDeleted }: Owner): Promise<boolean> =>
    !isDeleted && !isOver(values.status) && (await deps.users.lockIfActive(trx, userId))

  return async (
    snapshot: PurchaseSnapshot,
    syncNumber: number | undefined,
    owner: Owner,
  ): Promise<PurchaseRow | null | 'conflict'> => {
    const row = await save(snapshot, syncNumber, owner)
    passed('purchase-written')
    return row
  }
}
