import type { UserSubscription } from '@recaps/contract'
import { serverTime } from '../../device/server-clock.ts'

/** State of the user's paid plan, as the app shows it. */
export type PlanStatus =
  /** No purchase, or the last plan ended more than 30 days ago. */
  | { kind: 'never' }
  /** `unpaid`: first payment still pending. `lost`: on hold after a failed payment. */
  | { kind: 'unpaid' | 'running' | 'lost' | 'ended' | 'refunded'; purchase: UserSubscription }
  | { kind: 'ending'; purchase: UserSubscription; endsAt: string | null }
  /** A payment failed; the plan stays active until the grace period ends. */
  | { kind: 'failing'; purchase: UserSubscription; graceEndsAt: string }

/** How long the app mentions an ended plan. */
const showEndedMs = 30 * 24 * 3600_000

/** Derives the state from the one current purchase, or else from the newest purchase that ended in the last 30 days. */
export function getPlanStatus(purchases: readonly UserSubscription[], now = serverTime()): PlanStatus {
  const newestFirst = purchases.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const inStatus = (...statuses: UserSubscription['status'][]) =>
    newestFirst.find(({ status }) => statuses.includes(status))
  const active = inStatus('active')
  if (active) return activeStanding(active)
  const unpaid = inStatus('pending')
  if (unpaid) return { kind: 'unpaid', purchase: unpaid }
  const lost = inStatus('past_due', 'paused')
  if (lost) return { kind: 'lost', purchase: lost }
  const ended = inStatus('canceled', 'refunded')
  if (!ended || now.getTime() - endTime(ended) > showEndedMs) return { kind: 'never' }
  return { kind: ended.status === 'refunded' ? 'refunded' : 'ended', purchase: ended }
}

function activeStanding(purchase: UserSubscription): PlanStatus {
  const { paymentIssue, isCanceling, endDate, currentPeriodEnd } = purchase
  if (paymentIssue) return { kind: 'failing', purchase, graceEndsAt: paymentIssue.graceEndsAt }
  if (isCanceling) return { kind: 'ending', purchase, endsAt: endDate ?? currentPeriodEnd }
  return { kind: 'running', purchase }
}

const endTime = ({ endDate, updatedAt, createdAt }: UserSubscription) => Date.parse(endDate ?? updatedAt ?? createdAt)

/** Whether a payment failed. No other plan can be chosen until it succeeds or the plan ends. */
export const isPaymentOwed = (standing: PlanStatus): standing is PlanStatus & { kind: 'failing' | 'lost' } =>
  standing.kind === 'failing' || standing.kind === 'lost'

/** A cancelled plan runs until the end of the period if this is true; otherwise it ends immediately. */
export const isPaidFor = ({ status, paymentIssue }: UserSubscription): boolean => status === 'active' && !paymentIssue

/** Whether the plan was bought in an app store, where it must also be changed or cancelled. */
export const isFromStore = ({ paymentMethod }: UserSubscription): boolean =>
  paymentMethod === 'apple_iap' || paymentMethod === 'google_play'
