import type { Db } from '../../database/open.ts'
import { isHandedBack } from '../../jobs/handed-back.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PaymentEvent, Payments } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { insertEvent } from './events-repository.ts'
import { lookAgain, type Where } from './job-kinds.ts'
import { pauseMs } from './pauses.ts'
import type { PaymentPoint } from './points.ts'
import type { Refreshing } from './refreshing.ts'

export interface LookingDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  payments: Pick<Payments, 'readEvent' | 'customerOf'>
  refreshing: Refreshing
  passed(point: PaymentPoint): void
}

/** What is not answered for a day is left to the reconciler. */
const triesAllowed = 20

/** Events say where to look, and nothing more. */
export function createLooking(deps: LookingDeps) {
  const { db, queue, clock, logger, metrics, payments, refreshing, passed } = deps

  const lookLater = (trx: Trx, { subscriptionId, customerId, chargeId }: Where, tries: number, afterMs = 0) =>
    queue.send(trx, lookAgain, { subscriptionId, customerId, chargeId, tries }, { afterMs })

  async function look({ subscriptionId, customerId, chargeId }: Where): Promise<void> {
    if (subscriptionId) return void (await refreshing.refresh(subscriptionId))
    const customer = customerId ?? (chargeId && (await payments.customerOf(chargeId)))
    if (customer) await refreshing.refreshCustomer(customer)
  }

  /** Once for each event, however often it comes. */
  async function take(event: PaymentEvent): Promise<boolean> {
    const isNew = await db.transaction().execute(async trx => {
      if (!(await insertEvent(trx, event, clock.now()))) return false
      if (event.subscriptionId ?? event.customerId ?? event.chargeId) await lookLater(trx, event, 0)
      return true
    })
    passed('event-taken')
    return isNew
  }

  return {
    take,

    /** False for what the provider has not signed, or not now. */
    async receive(body: Uint8Array, signature: string | undefined): Promise<boolean> {
      const event = payments.readEvent(body, signature, clock.now())
      metrics.paymentEventCame(event ? ((await take(event)) ? 'taken' : 'repeated') : 'refused')
      return event !== null
    },

    look: (async ({ tries, ...where }, run) => {
      try {
        await look(where)
      } catch (error) {
        if (isHandedBack(error, run)) throw error
        logger.warn({ err: error, ...where }, 'a subscription is looked at again')
        if (tries < triesAllowed)
          await db.transaction().execute(trx => lookLater(trx, where, tries + 1, pauseMs(tries)))
      }
    }) satisfies Handler<Where & { tries: number }>,
  }
}

export type Looking = ReturnType<typeof createLooking>
