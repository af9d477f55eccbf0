import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import { isHandedBack } from '../../jobs/handed-back.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PaymentEvent, Payments, Store, Stores } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { insertEvent, type ToldEvent } from './events-repository.ts'
import { lookAgain, type Where } from './job-kinds.ts'
import { pauseMs } from './pauses.ts'
import type { PaymentPoint } from './points.ts'
import type { Refreshing } from './refreshing.ts'
import { atStripe, nameInLog } from './refs.ts'

export interface LookingDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  payments: Pick<Payments, 'readEvent' | 'customerOf'>
  stores: Stores
  refreshing: Refreshing
  passed(point: PaymentPoint): void
}

/** What is not answered for a day is left to the reconciler. */
const triesAllowed = 20

/** Events say where to look, and nothing more. */
export function createLooking(deps: LookingDeps) {
  const { db, queue, clock, logger, metrics, payments, stores, refreshing, passed } = deps

  const lookLater = (trx: Trx, { provider, subscriptionId, customerId, chargeId }: Where, tries: number, afterMs = 0) =>
    queue.send(trx, lookAgain, { provider, subscriptionId, customerId, chargeId, tries }, { afterMs })

  async function look({ provider, subscriptionId, customerId, chargeId }: Where): Promise<void> {
    if (subscriptionId)
      return void (await refreshing.refresh(provider ? { provider, id: subscriptionId } : atStripe(subscriptionId)))
    const customer = customerId ?? (chargeId && (await payments.customerOf(chargeId)))
    if (customer) await refreshing.refreshCustomer(customer)
  }

  /** Once for each event, however often it comes. */
  async function takeOnce(event: ToldEvent, where: Where): Promise<boolean> {
    const isNew = await db.transaction().execute(async trx => {
      if (!(await insertEvent(trx, event, clock.now()))) return false
      if (event.subject !== null) await lookLater(trx, where, 0)
      return true
    })
    passed('event-taken')
    return isNew
  }

  function take(event: PaymentEvent): Promise<boolean> {
    const { id, type } = event
    const subject = event.subscriptionId ?? event.customerId ?? event.chargeId
    return takeOnce({ provider: 'stripe', id, type, subject }, event)
  }

  return {
    take,

    /** False for what the provider has not signed, or not now. */
    async receive(body: Uint8Array, signature: string | undefined): Promise<boolean> {
      const event = payments.readEvent(body, signature, clock.now())
      metrics.paymentEventCame('stripe', event ? ((await take(event)) ? 'taken' : 'repeated') : 'refused')
      return event !== null
    },

    /** False for what the store has not signed, or where it is not set up. */
    async receiveFrom(
      provider: Store['provider'],
      body: Uint8Array,
      authorization: string | undefined,
    ): Promise<boolean> {
      const message = (await stores[provider]?.readMessage(body, authorization)) ?? null
      if (!message) {
        metrics.paymentEventCame(provider, 'refused')
        return false
      }
      const { id, type, receipt } = message
      const where = { provider, subscriptionId: receipt, customerId: null, chargeId: null }
      const isNew = await takeOnce({ provider, id, type, subject: receipt }, where)
      metrics.paymentEventCame(provider, isNew ? 'taken' : 'repeated')
      return true
    },

    look: (async ({ tries, ...where }, run) => {
      try {
        await look(where)
      } catch (error) {
        if (isHandedBack(error, run)) throw error
        if (isNotTaken(error)) return
        const { provider = 'stripe', subscriptionId, ...others } = where
        const at = subscriptionId ? nameInLog({ provider, id: subscriptionId }) : others
        logger.warn({ err: error, ...at }, 'a subscription is looked at again')
        if (tries < triesAllowed)
          await db.transaction().execute(trx => lookLater(trx, where, tries + 1, pauseMs(tries)))
      }
    }) satisfies Handler<Where & { tries: number }>,
  }
}

/** A second plan from a store, paid or not, is none of ours however often it is looked at. */
const isNotTaken = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'already_subscribed' || error.code === 'payment_pending')

export type Looking = ReturnType<typeof createLooking>
