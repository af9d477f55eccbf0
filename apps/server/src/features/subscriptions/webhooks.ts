import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import { isInterrupted } from '../../jobs/interrupted-run.ts'
import type { Handler, Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PaymentEvent, Payments, Store, Stores } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { insertEvent, type ReceivedEvent } from './events-repository.ts'
import { type EventSubject, refreshPurchases } from './job-kinds.ts'
import type { PaymentKillPoint } from './kill-points.ts'
import { purchaseLogFields, stripeRef } from './purchase-refs.ts'
import type { PurchaseSync } from './purchase-sync.ts'
import { retryDelayMs } from './retry-delay.ts'

export interface WebhooksDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  payments: Pick<Payments, 'readEvent' | 'findCustomer'>
  stores: Stores
  purchaseSync: PurchaseSync
  passed(point: PaymentKillPoint): void
}

/** About eleven hours. After that, reconciliation refreshes the subscription. */
const maxTries = 20

/** Receives webhook events. An event only determines what to refresh: its content is never trusted. */
export function createWebhooks(deps: WebhooksDeps) {
  const { db, queue, clock, logger, metrics, payments, stores, purchaseSync, passed } = deps

  const enqueueRefresh = (
    trx: Trx,
    { provider, subscriptionId, customerId, chargeId }: EventSubject,
    tries: number,
    afterMs = 0,
  ) => queue.send(trx, refreshPurchases, { provider, subscriptionId, customerId, chargeId, tries }, { afterMs })

  async function refreshSubject({ provider, subscriptionId, customerId, chargeId }: EventSubject): Promise<void> {
    if (subscriptionId)
      return void (await purchaseSync.refresh(provider ? { provider, id: subscriptionId } : stripeRef(subscriptionId)))
    const customer = customerId ?? (chargeId && (await payments.findCustomer(chargeId)))
    if (customer) await purchaseSync.refreshCustomer(customer)
  }

  /** Enqueues one refresh per event. False if the event was received before. */
  async function acceptOnce(event: ReceivedEvent, subject: EventSubject): Promise<boolean> {
    const isNew = await db.transaction().execute(async trx => {
      if (!(await insertEvent(trx, event, clock.now()))) return false
      if (event.subject !== null) await enqueueRefresh(trx, subject, 0)
      return true
    })
    passed('event-taken')
    return isNew
  }

  function acceptEvent(event: PaymentEvent): Promise<boolean> {
    const { id, type } = event
    const subject = event.subscriptionId ?? event.customerId ?? event.chargeId
    return acceptOnce({ provider: 'stripe', id, type, subject }, event)
  }

  return {
    acceptEvent,

    /** False if the signature is missing, wrong or out of date. */
    async receive(body: Uint8Array, signature: string | undefined): Promise<boolean> {
      const event = payments.readEvent(body, signature, clock.now())
      metrics.paymentEventReceived('stripe', event ? ((await acceptEvent(event)) ? 'taken' : 'repeated') : 'refused')
      return event !== null
    },

    /** False if the store is not set up here or has not signed the message. */
    async receiveFromStore(
      provider: Store['provider'],
      body: Uint8Array,
      authorization: string | undefined,
    ): Promise<boolean> {
      const message = (await stores[provider]?.readMessage(body, authorization)) ?? null
      if (!message) {
        metrics.paymentEventReceived(provider, 'refused')
        return false
      }
      const { id, type, receipt } = message
      const subject = { provider, subscriptionId: receipt, customerId: null, chargeId: null }
      const isNew = await acceptOnce({ provider, id, type, subject: receipt }, subject)
      metrics.paymentEventReceived(provider, isNew ? 'taken' : 'repeated')
      return true
    },

    refreshPurchases: (async ({ tries, ...subject }, run) => {
      try {
        await refreshSubject(subject)
      } catch (error) {
        if (isInterrupted(error, run)) throw error
        if (isRejectedPurchase(error)) return
        const { provider = 'stripe', subscriptionId, ...others } = subject
        const fields = subscriptionId ? purchaseLogFields({ provider, id: subscriptionId }) : others
        logger.warn({ err: error, ...fields }, 'subscription sync failed')
        if (tries < maxTries)
          await db.transaction().execute(trx => enqueueRefresh(trx, subject, tries + 1, retryDelayMs(tries)))
      }
    }) satisfies Handler<EventSubject & { tries: number }>,
  }
}

/** A second plan bought in a store is never accepted, so retrying is pointless. */
const isRejectedPurchase = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'already_subscribed' || error.code === 'payment_pending')

export type Webhooks = ReturnType<typeof createWebhooks>
