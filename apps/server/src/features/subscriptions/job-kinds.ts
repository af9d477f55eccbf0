import { defineJob } from '../../jobs/define-job.ts'
import type { PaymentEvent } from '../../ports/payments.ts'

/** Finishes a call of the provider that a dead process, or a provider that did not answer, left behind. */
export const finishOperation = defineJob<{ operationId: string; tries: number }>({
  name: 'subscriptions.finish-operation',
  concurrency: 2,
  deadlineSeconds: 120,
})

/** What an event may be about. */
export type Where = Pick<PaymentEvent, 'subscriptionId' | 'customerId' | 'chargeId'>

/** Looks at the provider what has become of the subscriptions that an event may be about. */
export const lookAgain = defineJob<Where & { tries: number }>({
  name: 'subscriptions.look-again',
  concurrency: 4,
  deadlineSeconds: 120,
})

export const paymentJobs = [finishOperation, lookAgain]
