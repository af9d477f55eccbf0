import { ApiError, type Client, type MonthlyUsageResponse, type ResponseOf, type Routes } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { PaidWith } from '../../../device/wallet.ts'

/** A payment that succeeded according to this device. */
export interface PaymentClaim {
  planId: BuyablePlanId
  paymentId: string
  paidWith: PaidWith
  stripeSubscriptionId: string | null
  /** True for a change of an active plan. The server may not know the payment until the change is made. */
  isChange: boolean
}

/** How long we poll the server. The pauses between polls grow up to the maximum. */
const maxWaitMs = 60_000
const firstPauseMs = 2000
const maxPauseMs = 8000

/**
 * Polls the server until the plan is active and returns the month's usage then: only the server decides about success. Returns
 * null after a minute; the plan then starts as soon as the server learns of the payment. Throws permanent errors, such as a
 * declined payment.
 */
export async function waitForPlan(
  client: Client,
  claim: PaymentClaim,
  signal: AbortSignal,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = sleep,
): Promise<MonthlyUsageResponse | null> {
  let pauseMs = firstPauseMs
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pauseMs) {
    signal.throwIfAborted()
    if (waitedMs > 0) pauseMs = Math.min(maxPauseMs, pauseMs * 1.5)
    try {
      const month = await checkPlan(client, claim, signal)
      if (month) return month
    } catch (error) {
      signal.throwIfAborted()
      if (!isRetryable(error, claim)) throw error
    }
    await pause(pauseMs, signal)
  }
  return null
}

/** Checks once. Returns the month's usage if the plan is active, otherwise null. */
export async function checkPlan(
  client: Client,
  claim: PaymentClaim,
  signal: AbortSignal,
): Promise<MonthlyUsageResponse | null> {
  await client.subscriptions.purchase({ body: purchaseBody(claim) }, { signal }).catch(error => {
    if (!isRetryable(error, claim)) throw error
  })
  // The provider may have notified the server in the meantime.
  const answer = await client.subscriptions.user({}, { signal })
  return isPlanActive(answer, claim) ? answer.month : null
}

const purchaseBody = ({ planId, paymentId, paidWith, stripeSubscriptionId }: PaymentClaim) => ({
  subscriptionId: planId,
  paymentMethod: paidWith,
  transactionId: paymentId,
  stripeSubscriptionId,
  isTrial: false,
  currency: 'usd' as const,
})

const isPlanActive = ({ subscriptions }: ResponseOf<Routes['subscriptions']['user']>, { planId }: PaymentClaim) =>
  subscriptions.some(({ status, subscriptionId }) => status === 'active' && subscriptionId === planId)

/** Payment pending, rate limit, server busy or unreachable: the next check may succeed. */
function isRetryable(error: unknown, { isChange }: PaymentClaim): boolean {
  if (!(error instanceof ApiError)) return true
  if (isChange && error.body?.code === 'payment_not_found') return true
  return error.status >= 500 || error.status === 409 || error.status === 429
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
