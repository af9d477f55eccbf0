import { defineJob } from '../../jobs/define-job.ts'
import type { PaymentEvent, Store } from '../../ports/payments.ts'

/** Finishes a call of the provider that a dead process, or a provider that did not answer, left behind. */
export const finishOperation = defineJob<{ operationId: string; tries: number }>({
  name: 'subscriptions.finish-operation',
  concurrency: 2,
  deadlineSeconds: 120,
})

/** What an event may be about. Without a provider it is Stripe's; of a store the subscription alone is named. */
export type Where = Pick<PaymentEvent, 'subscriptionId' | 'customerId' | 'chargeId'> & {
  provider?: Store['provider'] | undefined
}

/** Looks at the provider what has become of the subscriptions that an event may be about. */
export const lookAgain = defineJob<Where & { tries: number }>({
  name: 'subscriptions.look-again',
  concurrency: 4,
  deadlineSeconds: 120,
})

/** Tells a store that a purchase was taken. Without it the money goes back to the buyer. */
export const acknowledgePurchase = defineJob<Acknowledgement>({
  name: 'subscriptions.acknowledge-purchase',
  concurrency: 2,
  deadlineSeconds: 120,
})

export interface Acknowledgement {
  provider: Store['provider']
  id: string
  /** Since when it is to be told, ISO 8601. */
  since: string
  tries: number
}

export const paymentJobs = [finishOperation, lookAgain, acknowledgePurchase]
