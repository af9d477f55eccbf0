import { ApiError, type Client, type MonthlyUseResponse, type ResponseOf, type Routes } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import type { PaidWith } from '../../../device/wallet.ts'

/** A payment that this device has seen go through. */
export interface Claim {
  planId: BuyablePlanId
  paymentId: string
  paidWith: PaidWith
  stripeSubscriptionId: string | null
  /** Of a plan that counted before: until the change is made, the server may know no such payment. */
  isChange: boolean
}

/** How long the server is asked, and how long it is left alone in between: longer each time. */
const patienceMs = 60_000
const firstPauseMs = 2000
const longestPauseMs = 8000

/**
 * Asks the server until the plan counts, and gives the month as it is then: only what it says is success. Null when it has not
 * after a minute; then the plan comes by itself. Throws what cannot be waited for, such as a payment that was declined after all.
 */
export async function settle(
  client: Client,
  claim: Claim,
  signal: AbortSignal,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = rest,
): Promise<MonthlyUseResponse | null> {
  let pauseMs = firstPauseMs
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
    signal.throwIfAborted()
    if (waitedMs > 0) pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)
    try {
      const month = await look(client, claim, signal)
      if (month) return month
    } catch (error) {
      signal.throwIfAborted()
      if (!isWaitedFor(error, claim)) throw error
    }
    await pause(pauseMs, signal)
  }
  return null
}

/** Asks once: the month where the plan counts, null where it does not yet. */
export async function look(client: Client, claim: Claim, signal: AbortSignal): Promise<MonthlyUseResponse | null> {
  await client.subscriptions.purchase({ body: bodyOf(claim) }, { signal }).catch(error => {
    if (!isWaitedFor(error, claim)) throw error
  })
  // The provider may have told the server itself meanwhile.
  const answer = await client.subscriptions.user({}, { signal })
  return counts(answer, claim) ? answer.month : null
}

const bodyOf = ({ planId, paymentId, paidWith, stripeSubscriptionId }: Claim) => ({
  subscriptionId: planId,
  paymentMethod: paidWith,
  transactionId: paymentId,
  stripeSubscriptionId,
  isTrial: false,
  currency: 'usd' as const,
})

const counts = ({ subscriptions }: ResponseOf<Routes['subscriptions']['user']>, { planId }: Claim) =>
  subscriptions.some(({ status, subscriptionId }) => status === 'active' && subscriptionId === planId)

/** Not through yet, too often, busy, or not reached: the next look may say another thing. */
function isWaitedFor(error: unknown, { isChange }: Claim): boolean {
  if (!(error instanceof ApiError)) return true
  if (isChange && error.body?.code === 'payment_not_found') return true
  return error.status >= 500 || error.status === 409 || error.status === 429
}

const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
