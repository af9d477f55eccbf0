import type { UserSubscription } from '@recaps/contract'
import { serviceNow } from '../../device/service-clock.ts'

/** How it stands with what somebody bought. */
export type Standing =
  | { kind: 'never' }
  /** Begun, and not paid yet. */
  | { kind: 'unpaid' | 'running' | 'lost' | 'ended' | 'refunded'; purchase: UserSubscription }
  | { kind: 'ending'; purchase: UserSubscription; endsAt: string | null }
  /** A payment failed; the plan counts until the grace is over. */
  | { kind: 'failing'; purchase: UserSubscription; graceEndsAt: string }

/** So long is told of a plan that is over. */
const toldOfEndMs = 30 * 24 * 3600_000

/** There is one purchase at most that goes on; else the newest that is over is told of for a month. */
export function standingOf(purchases: readonly UserSubscription[], now = serviceNow()): Standing {
  const newestFirst = purchases.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const inStatus = (...statuses: UserSubscription['status'][]) =>
    newestFirst.find(({ status }) => statuses.includes(status))
  const active = inStatus('active')
  if (active) return standingOfActive(active)
  const unpaid = inStatus('pending')
  if (unpaid) return { kind: 'unpaid', purchase: unpaid }
  const lost = inStatus('past_due', 'paused')
  if (lost) return { kind: 'lost', purchase: lost }
  const over = inStatus('canceled', 'refunded')
  if (!over || now.getTime() - endOf(over) > toldOfEndMs) return { kind: 'never' }
  return { kind: over.status === 'refunded' ? 'refunded' : 'ended', purchase: over }
}

function standingOfActive(purchase: UserSubscription): Standing {
  const { paymentIssue, isCanceling, endDate, currentPeriodEnd } = purchase
  if (paymentIssue) return { kind: 'failing', purchase, graceEndsAt: paymentIssue.graceEndsAt }
  if (isCanceling) return { kind: 'ending', purchase, endsAt: endDate ?? currentPeriodEnd }
  return { kind: 'running', purchase }
}

const endOf = ({ endDate, updatedAt, createdAt }: UserSubscription) => Date.parse(endDate ?? updatedAt ?? createdAt)

/** A payment failed: until it has gone through, or the plan is over, no other one can be chosen. */
export const isOwing = (standing: Standing): standing is Standing & { kind: 'failing' | 'lost' } =>
  standing.kind === 'failing' || standing.kind === 'lost'

/** To the end of the month there is; one that is not paid for ends at once. */
export const isPaidFor = ({ status, paymentIssue }: UserSubscription): boolean => status === 'active' && !paymentIssue

/** Whoever bought in a store of apps changes and ends it there. */
export const isFromStore = ({ paymentMethod }: UserSubscription): boolean =>
  paymentMethod === 'apple_iap' || paymentMethod === 'google_play'
