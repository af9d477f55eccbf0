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

/** About eleven hours. After that, reconciliation refreshes the subscription. */
const maxTries = 20

/** Receives webhook events. An event only determines what to refresh: its content is never trusted. */
export function createLooking(deps: LookingDeps) {
  const { db, queue, clock, logger, metrics, payments, stores, refreshing: purchaseSync, passed } = deps

  const enqueueRefresh = (
    trx: Trx,
    { provider, subscriptionId, customerId, chargeId }: Where,
    tries: number,
    afterMs = 0,
  ) => queue.send(trx, lookAgain, { provider, subscriptionId, customerId, chargeId, tries }, { afterMs })

  async function refreshSubject({ provider, subscriptionId, customerId, chargeId }: Where): Promise<void> {
    if (subscriptionId)
      return void (await purchaseSync.refresh(provider ? { provider, id: subscriptionId } : atStripe(subscriptionId)))
    const customer = customerId ?? (chargeId && (await payments.customerOf(chargeId)))
    if (customer) await purchaseSync.refreshCustomer(customer)
  }

  /** Enqueues one refresh per event. False if the event was received before. */
  async function acceptOnce(event: ToldEvent, subject: Where): Promise<boolean> {
    const isNew = await db.transaction().execute(async trx => {
      if (!(await insertEvent(trx, event, clock.now()))) return false
      if (event.subject !== null) await enqueueRefresh(trx, subject, 0)
      return true
    })
    passed('event-taken')
    return isNew
  }

  function take(event: PaymentEvent): Promise<boolean> {
    const { id, type } = event
    const subject = event.subscriptionId ?? event.customerId ?? event.chargeId
    return acceptOnce({ provider: 'stripe', id, type, subject }, event)
  }

  return {
    take,

    /** False if the signature is missing, wrong or out of date. */
    async receive(body: Uint8Array, signature: string | undefined): Promise<boolean> {
      const event = payments.readEvent(body, signature, clock.now())
      metrics.paymentEventCame('stripe', event ? ((await take(event)) ? 'taken' : 'repeated') : 'refused')
      return event !== null
    },

    /** False if the store is not set up here or has not signed the message. */
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
      const subject = { provider, subscriptionId: receipt, customerId: null, chargeId: null }
      const isNew = await acceptOnce({ provider, id, type, subject: receipt }, subject)
      metrics.paymentEventCame(provider, isNew ? 'taken' : 'repeated')
      return true
    },

    look: (async ({ tries, ...subject }, run) => {
      try {
        await refreshSubject(subject)
      } catch (error) {
        if (isHandedBack(error, run)) throw error
        if (isRejectedPurchase(error)) return
        const { provider = 'stripe', subscriptionId, ...others } = subject
        const fields = subscriptionId ? nameInLog({ provider, id: subscriptionId }) : others
        logger.warn({ err: error, ...fields }, 'subscription sync failed')
        if (tries < maxTries)
          await db.transaction().execute(trx => enqueueRefresh(trx, subject, tries + 1, pauseMs(tries)))
      }
    }) satisfies Handler<Where & { tries: number }>,
  }
}

/** A second plan bought in a store is never accepted, so retrying is pointless. */
const isRejectedPurchase = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'already_subscribed' || error.code === 'payment_pending')

export type Looking = ReturnType<typeof createLooking>
