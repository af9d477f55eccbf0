import type { Db } from '../../database/open.ts'
import { AppError, ProviderError } from '../../errors.ts'
import { isHandedBack } from '../../jobs/handed-back.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import { type BegunPurchase, PaymentRefused } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Users } from '../users/service.ts'
import { type Called, keysKeptForMs } from './calling.ts'
import { findCustomer } from './customers-repository.ts'
import { finishOperation } from './job-kinds.ts'
import { endOperation, findBegun, findOperation, insertOperation, type OperationRow } from './operations-repository.ts'
import { pauseMs } from './pauses.ts'
import type { PaymentPoint } from './points.ts'
import type { Refreshing } from './refreshing.ts'
import { atStripe } from './refs.ts'
import { toldOf } from './refusals.ts'
import { findPurchases, type PurchaseRow } from './repository.ts'
import { isSame, type Wish } from './wishes.ts'

export interface OperationsDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  users: Pick<Users, 'holdLiving'>
  refreshing: Refreshing
  call(operation: OperationRow): Promise<Called>
  passed(point: PaymentPoint): void
}

export interface Outcome {
  /** As it is after the call; null when there is nothing of it. */
  purchase: PurchaseRow | null
  begun: BegunPurchase | null
  clientSecret: string | null
}

/** A call that nobody has ended after so long was left behind by a process that died. */
const leftBehindAfterMs = 20_000
/** No call is still under way after so long: what it did can be read. */
const certainlyOverAfterMs = 3 * 60_000
const othersWaitForMs = 10 * 60_000

/**
 * Calls that change something at the provider: stored before they are made, made with their id as idempotency key, and
 * finished by a job when nobody else does. A user has one at a time; the same wish again goes on with the same one.
 */
export function createOperations(deps: OperationsDeps) {
  const { db, queue, clock, logger, metrics, refreshing, passed } = deps
  const inHand = new Map<string, Promise<Outcome>>()
  const ageOf = (operation: OperationRow) => clock.now().getTime() - operation.created_at.getTime()

  /** The operation for what is decided over the user's purchases, while nobody else changes them; null for none. */
  async function open(
    userId: number,
    decide: (purchases: readonly PurchaseRow[]) => Wish | null,
  ): Promise<OperationRow | null> {
    const opened = await db.transaction().execute(async trx => {
      if (!(await deps.users.holdLiving(trx, userId))) throw new AppError('unauthorized')
      const wish = decide(await findPurchases(trx, userId))
      if (!wish) return null
      const begun = await findBegun(trx, userId)
      if (!begun) return { operation: await insertAndFollow(trx, userId, wish, leftBehindAfterMs) }
      if (isSame(begun.wish, wish) && ageOf(begun) < othersWaitForMs) return { operation: begun }
      if (ageOf(begun) < othersWaitForMs) throw new AppError('payment_in_progress')
      return { stale: begun }
    })
    if (!opened) return null
    if (!opened.stale) return opened.operation
    await settleByReading(opened.stale)
    return await open(userId, decide)
  }

  async function insertAndFollow(trx: Trx, userId: number | null, wish: Wish, afterMs: number): Promise<OperationRow> {
    const operation = await insertOperation(trx, userId, wish, clock.now())
    await queue.send(trx, finishOperation, { operationId: operation.id, tries: 0 }, { afterMs })
    return operation
  }

  /** Two who perform the same at once are given the same. */
  function perform(operation: OperationRow): Promise<Outcome> {
    const running = inHand.get(operation.id) ?? work(operation).finally(() => inHand.delete(operation.id))
    inHand.set(operation.id, running)
    return running
  }

  async function work(operation: OperationRow): Promise<Outcome> {
    passed('operation-begun')
    try {
      const { subscriptionIds, begun, clientSecret } = await deps.call(operation)
      passed('payment-called')
      const purchases: (PurchaseRow | null)[] = []
      for (const id of subscriptionIds) purchases.push(await refreshing.refresh(atStripe(id)))
      passed('purchase-refreshed')
      await settle(operation, 'done', subscriptionIds.join(' '))
      return { purchase: purchases[0] ?? null, begun, clientSecret }
    } catch (error) {
      if (error instanceof PaymentRefused) {
        await settle(operation, 'failed', error.reason)
        if (isHarmlessTwice(operation))
          logger.error({ err: error, operationId: operation.id }, `refused by the provider: ${operation.kind}`)
        await lookAfterRefusal(operation)
        throw toldOf(error)
      }
      // The provider may go on giving the answer that it gave this id once, also when that was an error of its own.
      if (isAnswer(error) || ageOf(operation) > certainlyOverAfterMs) await settleByReading(operation)
      throw error
    }
  }

  async function settle(operation: OperationRow, state: 'done' | 'failed', result: string): Promise<void> {
    if (!(await endOperation(db, operation.id, { state, result, now: clock.now() }))) return
    metrics.paymentOperationEnded(operation.kind, state)
    passed('operation-ended')
  }

  /** What a refusal has left behind is better known at once; an event tells of it in any case. */
  async function lookAfterRefusal(operation: OperationRow): Promise<void> {
    await readAll(operation).catch(error => logger.warn({ err: error, operationId: operation.id }, 'not looked at'))
  }

  async function readAll({ user_id, wish: text }: OperationRow): Promise<void> {
    const wish = JSON.parse(text) as Wish
    if ('subscriptionId' in wish) await refreshing.refresh(atStripe(wish.subscriptionId))
    const customerId = user_id === null ? null : await findCustomer(db, user_id)
    if (customerId) await refreshing.refreshCustomer(customerId)
  }

  /** Whatever it did is read, and it is never called again. What is harmless twice is not given up. */
  async function settleByReading(operation: OperationRow): Promise<void> {
    if (isHarmlessTwice(operation) && operation.user_id === null) return
    await readAll(operation)
    await settle(operation, 'failed', 'read')
  }

  const finish: Handler<{ operationId: string; tries: number }> = async ({ operationId, tries }, run) => {
    const operation = await findOperation(db, operationId)
    if (operation?.state !== 'begun') return
    const isTooOld = ageOf(operation) > keysKeptForMs && !isHarmlessTwice(operation)
    try {
      if (isTooOld) await settleByReading(operation)
      else await perform(operation)
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      if ((await findOperation(db, operationId))?.state !== 'begun') return
      logger.warn({ err: error, operationId }, 'a call of the payment provider is tried again')
      const next = { operationId, tries: tries + 1 }
      await db.transaction().execute(trx => queue.send(trx, finishOperation, next, { afterMs: pauseMs(tries) }))
    }
  }

  return {
    open,
    perform,
    finish,
    /** In the transaction of what makes it so: something ends or is given back, as soon as the provider can be reached. */
    later: async (trx: Trx, wish: Extract<Wish, { kind: 'end' | 'refund' }>): Promise<void> =>
      void (await insertAndFollow(trx, null, wish, 0)),
  }
}

/** What has ended does not end again, and what was given back is not there to be given back again. */
const isHarmlessTwice = ({ kind }: OperationRow): boolean => kind === 'end' || kind === 'refund'

/** The provider will say nothing else, however often it is asked. */
const isAnswer = (error: unknown): boolean => error instanceof ProviderError && !error.retryable

export type Operations = ReturnType<typeof createOperations>
