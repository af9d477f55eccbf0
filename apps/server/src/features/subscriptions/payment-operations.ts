import type { Db } from '../../database/open.ts'
import { AppError, ProviderError } from '../../errors.ts'
import { isInterrupted } from '../../jobs/interrupted-run.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import { PaymentRefused, type StartedPurchase } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Users } from '../users/service.ts'
import { idempotencyKeyLifetimeMs, type ProviderCallResult } from './call-provider.ts'
import { findCustomer } from './customers-repository.ts'
import { finishOperation } from './job-kinds.ts'
import type { PaymentKillPoint } from './kill-points.ts'
import {
  endOperation,
  findOpenOperation,
  findOperation,
  insertOperation,
  type OperationRow,
} from './operations-repository.ts'
import { isSameCommand, type PaymentCommand } from './payment-commands.ts'
import { toAppError } from './payment-errors.ts'
import { stripeRef } from './purchase-refs.ts'
import type { PurchaseSync } from './purchase-sync.ts'
import { findPurchases, type PurchaseRow } from './purchases-repository.ts'
import { retryDelayMs } from './retry-delay.ts'

export interface PaymentOperationsDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  users: Pick<Users, 'lockIfActive'>
  purchaseSync: PurchaseSync
  call(operation: OperationRow): Promise<ProviderCallResult>
  passed(point: PaymentKillPoint): void
}

export interface OperationOutcome {
  /** The purchase after the call; null if the call affected none. */
  purchase: PurchaseRow | null
  checkout: StartedPurchase | null
  clientSecret: string | null
}

/** An operation that is still open after this time was left behind by a process that died; the job finishes it. */
const finishJobAfterMs = 20_000
/** No call takes longer than this, so everything it changed can be fetched by then. */
const longestCallMs = 3 * 60_000
/** How long an open operation blocks other commands of the same user. */
const blocksOthersForMs = 10 * 60_000

/**
 * Calls that change something at the provider. Each operation is stored before the call, uses its id as idempotency key, and
 * is finished by a job if its process dies. A user has at most one open operation; repeating its command continues it.
 */
export function createPaymentOperations(deps: PaymentOperationsDeps) {
  const { db, queue, clock, logger, metrics, purchaseSync, passed } = deps
  const inFlight = new Map<string, Promise<OperationOutcome>>()
  const ageOf = (operation: OperationRow) => clock.now().getTime() - operation.created_at.getTime()

  /** Locks the user, lets `decide` choose a command, and returns the operation for it; null if `decide` returns null. */
  async function open(
    userId: number,
    decide: (purchases: readonly PurchaseRow[]) => PaymentCommand | null,
  ): Promise<OperationRow | null> {
    const opened = await db.transaction().execute(async trx => {
      if (!(await deps.users.lockIfActive(trx, userId))) throw new AppError('unauthorized')
      const command = decide(await findPurchases(trx, userId))
      if (!command) return null
      const current = await findOpenOperation(trx, userId)
      if (!current) return { operation: await insertWithJob(trx, userId, command, finishJobAfterMs) }
      if (isSameCommand(current.wish, command) && ageOf(current) < blocksOthersForMs) return { operation: current }
      if (ageOf(current) < blocksOthersForMs) throw new AppError('payment_in_progress')
      return { stale: current }
    })
    if (!opened) return null
    if (!opened.stale) return opened.operation
    await closeByRefreshing(opened.stale)
    return await open(userId, decide)
  }

  async function insertWithJob(
    trx: Trx,
    userId: number | null,
    command: PaymentCommand,
    afterMs: number,
  ): Promise<OperationRow> {
    const operation = await insertOperation(trx, userId, command, clock.now())
    await queue.send(trx, finishOperation, { operationId: operation.id, tries: 0 }, { afterMs })
    return operation
  }

  /** Concurrent calls for one operation share its result. */
  function perform(operation: OperationRow): Promise<OperationOutcome> {
    const running = inFlight.get(operation.id) ?? runOperation(operation).finally(() => inFlight.delete(operation.id))
    inFlight.set(operation.id, running)
    return running
  }

  async function runOperation(operation: OperationRow): Promise<OperationOutcome> {
    passed('operation-begun')
    try {
      const { subscriptionIds, checkout, clientSecret } = await deps.call(operation)
      passed('payment-called')
      const purchases: (PurchaseRow | null)[] = []
      for (const id of subscriptionIds) purchases.push(await purchaseSync.refresh(stripeRef(id)))
      passed('purchase-refreshed')
      await complete(operation, 'done', subscriptionIds.join(' '))
      return { purchase: purchases[0] ?? null, checkout, clientSecret }
    } catch (error) {
      if (error instanceof PaymentRefused) {
        await complete(operation, 'failed', error.reason)
        if (isSafeToRepeat(operation))
          logger.error({ err: error, operationId: operation.id }, `payment operation refused: ${operation.kind}`)
        await refreshAfterRefusal(operation)
        throw toAppError(error)
      }
      // Retrying is pointless then: the provider may repeat its first response to this key, even if that was a server error.
      if (isFinalError(error) || ageOf(operation) > longestCallMs) await closeByRefreshing(operation)
      throw error
    }
  }

  async function complete(operation: OperationRow, state: 'done' | 'failed', result: string): Promise<void> {
    if (!(await endOperation(db, operation.id, { state, result, now: clock.now() }))) return
    metrics.paymentOperationEnded(operation.kind, state)
    passed('operation-ended')
  }

  /** Saves the effects of a refused call early. If this fails, a webhook event saves them. */
  async function refreshAfterRefusal(operation: OperationRow): Promise<void> {
    await refreshAffected(operation).catch(error =>
      logger.warn({ err: error, operationId: operation.id }, 'refresh after refusal failed'),
    )
  }

  async function refreshAffected({ user_id, wish }: OperationRow): Promise<void> {
    const command = JSON.parse(wish) as PaymentCommand
    if ('subscriptionId' in command) await purchaseSync.refresh(stripeRef(command.subscriptionId))
    const customerId = user_id === null ? null : await findCustomer(db, user_id)
    if (customerId) await purchaseSync.refreshCustomer(customerId)
  }

  /**
   * Saves whatever the call changed and closes the operation, so that it is never called again. Operations without a user
   * that are safe to repeat stay open instead: the job retries them until the provider answers.
   */
  async function closeByRefreshing(operation: OperationRow): Promise<void> {
    if (isSafeToRepeat(operation) && operation.user_id === null) return
    await refreshAffected(operation)
    await complete(operation, 'failed', 'read')
  }

  const finish: Handler<{ operationId: string; tries: number }> = async ({ operationId, tries }, run) => {
    const operation = await findOperation(db, operationId)
    if (operation?.state !== 'begun') return
    const isTooOld = ageOf(operation) > idempotencyKeyLifetimeMs && !isSafeToRepeat(operation)
    try {
      if (isTooOld) await closeByRefreshing(operation)
      else await perform(operation)
    } catch (error) {
      if (isInterrupted(error, run)) throw error
      if ((await findOperation(db, operationId))?.state !== 'begun') return
      logger.warn({ err: error, operationId }, 'payment operation failed, retrying')
      const next = { operationId, tries: tries + 1 }
      await db.transaction().execute(trx => queue.send(trx, finishOperation, next, { afterMs: retryDelayMs(tries) }))
    }
  }

  return {
    open,
    perform,
    finish,
    /** Enqueues a cancellation or refund in the caller's transaction. It is retried until the provider can be reached. */
    enqueue: async (trx: Trx, command: Extract<PaymentCommand, { kind: 'end' | 'refund' }>): Promise<void> =>
      void (await insertWithJob(trx, null, command, 0)),
  }
}

/** Ending a subscription or refunding a charge a second time has no effect. */
const isSafeToRepeat = ({ kind }: OperationRow): boolean => kind === 'end' || kind === 'refund'

/** Retrying would return the same error. */
const isFinalError = (error: unknown): boolean => error instanceof ProviderError && !error.retryable

export type PaymentOperations = ReturnType<typeof createPaymentOperations>
