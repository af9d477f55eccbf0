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
  /** These three in the transaction that writes what was seen. */
  tell(trx: Trx, news: News): Promise<void>
  later(trx: Trx, wish: Extract<Wish, { kind: 'end' | 'refund' }>): Promise<void>
  acknowledgeLater(trx: Trx, ref: Ref): Promise<void>
  passed(point: PaymentPoint): void
}

/** Writes what a look has seen, with all that follows from it: `made` where another look has made its row meanwhile. */
export function createWriting(deps: WritingDeps) {
  const { db, clock, logger, metrics, passed } = deps

  async function put(trx: Trx, told: Told, before: PurchaseRow | undefined, seen: Seen, userId: number, look?: number) {
    const { ref } = told
    const now = clock.now()
    if (isOfStore(ref)) {
      if (told.transactionId) await giveTransactionUp(trx, ref, told.transactionId)
      if (told.replaces && seen.status === 'active') await endReplaced(trx, told.replaces, now)
    }
    if (!before) {
      const { type } = planById(seen.plan_id)
      return await insertPurchase(trx, seen, { userId, type, customerId: told.customerId, ref, now })
    }
    const isTold = before.told_grace_end && before.issue_since?.getTime() === seen.issue_since?.getTime()
    const change = { ...seen, told_grace_end: isTold, looks_done: look!, updated_at: now }
    return await updatePurchase(trx, before.id, change)
  }

  const writeSeen = (told: Told, look: number | undefined, owner: Owner): Promise<PurchaseRow | null | 'made'> =>
    db.transaction().execute(async trx => {
      const { ref } = told
      const { userId } = owner
      const held = look === undefined ? undefined : await holdForLook(trx, ref, look)
      // A later look is written already.
      if (look !== undefined && !held) return (await findByRef(trx, ref)) ?? null
      const before = held?.user_id === userId ? held : undefined
      const { seen, isOdd, isToEnd } = projectionOf(told, before, clock.now())
      if (isOdd) {
        logger.error({ ...nameInLog(ref), state: told.standing.state }, 'a subscription of a kind nobody knows')
        metrics.paymentUnknown()
      }
      if (!seen) return null
      // First: whoever had it has it no more, also where nobody else gets a row of it.
      if (held && !before) await giveNameUp(trx, held, clock.now())
      if (isOfStore(ref) && !before && !(await isWorthARow(trx, seen, owner))) return null
      // What goes on at a store past the end of its account cannot be ended from here.
      const after = isOfStore(ref) && owner.isGone ? before : await put(trx, told, before, seen, userId, look)
      if (!after) return 'made'
      const { currency } = after
      const of = { userId, purchaseId: after.id, provider: ref.provider, currency }
      const movements = await insertMovements(trx, of, told.movements)
      for (const { id } of await vainCharges(trx, { ref, before, after, owner, movements })) {
        logger.warn({ userId, ...nameInLog(ref), chargeId: id }, 'paid for nothing: it is given back')
        await deps.later(trx, { kind: 'refund', subscriptionId: ref.id, chargeId: id })
      }
      const isLeftOver = owner.isGone && !isOfStore(ref) && !isOver(after.status) && told.endedAt === null
      if (isToEnd || isLeftOver) await deps.later(trx, { kind: 'end', subscriptionId: ref.id })
      if (owner.isGone) return after
      if (!told.isAcknowledged && after.status === 'active' && before?.status !== 'active')
        await deps.acknowledgeLater(trx, ref)
      await deps.tell(trx, { before, after, movements, isReplaced: told.isReplaced })
      return after
    })

  /** Of a store nothing is kept that was over before it was known, and nothing of an account that is being deleted. */
  const isWorthARow = async (trx: Trx, seen: Seen, { userId, isGone }: Owner): Promise<boolean> =>
    !isGone && !isOver(seen.status) && (await deps.users.holdLiving(trx, userId))

  return async (told: Told, look: number | undefined, owner: Owner): Promise<PurchaseRow | null | 'made'> => {
    const row = await writeSeen(told, look, owner)
    passed('purchase-written')
    return row
  }
}
