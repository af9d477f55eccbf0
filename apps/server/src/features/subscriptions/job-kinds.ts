import { defineJob } from '../../jobs/define-job.ts'
import type { PaymentEvent, Store } from '../../ports/payments.ts'

/** Finishes a payment operation whose process died or whose provider did not answer. */
export const finishOperation = defineJob<{ operationId: string; tries: number }>({
  name: 'subscriptions.finish-operation',
  concurrency: 2,
  deadlineSeconds: 120,
})

/** The objects that an event refers to. Without `provider` they are Stripe’s; store events only have a `subscriptionId`. */
export type EventSubject = Pick<PaymentEvent, 'subscriptionId' | 'customerId' | 'chargeId'> & {
  provider?: Store['provider'] | undefined
}

/** Refreshes the subscriptions that an event refers to. */
export const refreshPurchases = defineJob<EventSubject & { tries: number }>({
  name: 'subscriptions.look-again',
  concurrency: 4,
  deadlineSeconds: 120,
})

/** Acknowledges a purchase to its store. Without that, Google Play refunds the buyer. */
export const acknowledgePurchase = defineJob<AcknowledgementData>({
  name: 'subscriptions.acknowledge-purchase',
  concurrency: 2,
  deadlineSeconds: 120,
})

export interface AcknowledgementData {
  provider: Store['provider']
  id: string
  /** When the acknowledgement was first enqueued, ISO 8601. */
  since: string
  tries: number
}

export const paymentJobs = [finishOperation, refreshPurchases, acknowledgePurchase]
