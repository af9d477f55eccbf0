import type { SummaryContent } from '@recaps/contract/summary-content'
import { monthlyLimitSentence } from '@recaps/domain/quota'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { lockCaller } from './account-lock.ts'
import { type CompletionDeps, fulfilSummary } from './complete-recap.ts'
import { type ConfirmedAddressRule, requireConfirmedAddress } from './confirmed-address.ts'
import { type FollowUp, notifyReady } from './follow-ups.ts'
import { countUsedQuota, releaseQuota, reserveQuota } from './quota-ledger.ts'
import type { RecapRow } from './recaps-repository.ts'
import { findSummaryForRequest, insertSummary, type SummaryRow, updateSummary } from './summaries-repository.ts'

export interface CreateSummaryDeps extends CompletionDeps, ConfirmedAddressRule {
  db: Db
  clock: Clock
  subscriptions: Subscriptions
}

export interface SummaryRequest {
  videoId: string
  preset: string
  maxLength: number
  /** What the user wants to know most, in their words. */
  focus: string | null
}

export type RequestedSummary = { id: number; isNew: boolean }

const endedStates: readonly string[] = ['failed', 'cancelled']

/** Creates the summaries of users: one for each request, charged to the monthly quota. */
export function createSummaryCreator(deps: CreateSummaryDeps) {
  const { clock, subscriptions } = deps

  /**
   * Locks the user and returns their summary for this request, or null if a new one must be created. A failed or cancelled
   * summary is deleted, to be replaced by the new one.
   */
  async function lockAndFindExisting(trx: Trx, userId: number, key: string): Promise<SummaryRow | null> {
    await lockCaller(trx, userId)
    const existing = await findSummaryForRequest(trx, userId, key)
    if (existing && !endedStates.includes(existing.state)) return existing
    await requireConfirmedAddress(trx, userId, deps)
    if (!existing) return null
    const now = clock.now()
    await updateSummary(trx, existing.id, { deleted_at: now }, now)
    await releaseQuota(trx, [existing.id], 'replaced', now)
    return null
  }

  /**
   * Throws `monthly_limit_reached` or `confirm_address`, unless the user already has this summary. Call this before storing
   * anything for the request; the transaction that creates the summary checks again.
   */
  async function requireQuota(userId: number, key: string): Promise<void> {
    const existing = await findSummaryForRequest(deps.db, userId, key)
    if (existing && !endedStates.includes(existing.state)) return
    await requireConfirmedAddress(deps.db, userId, deps)
    const plan = await subscriptions.activePlan(userId)
    if ((await countUsedQuota(deps.db, userId, clock.now())) >= plan.summariesPerMonth)
      throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
  }

  async function createSummary(
    trx: Trx,
    userId: number,
    recap: RecapRow,
    request: SummaryRequest & { origin: SummaryRow['origin']; followUp?: FollowUp },
  ): Promise<number> {
    const { followUp = notifyReady } = request
    const { id } = await insertSummary(trx, { ...request, userId, recapId: recap.id, followUp, now: clock.now() })
    await attachToRecap(trx, userId, { id, max_length: request.maxLength }, recap)
    return id
  }

  /** Charges the summary to the quota, and fulfils it if the recap is readable already. */
  async function attachToRecap(
    trx: Trx,
    userId: number,
    summary: { id: number; max_length: number },
    recap: RecapRow,
  ): Promise<void> {
    const now = clock.now()
    const plan = await subscriptions.activePlan(userId, trx)
    const reserved = await reserveQuota(trx, { userId, summaryId: summary.id, limit: plan.summariesPerMonth, now })
    if (!reserved) throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
    if (recap.state === 'readable')
      await fulfilSummary(
        trx,
        { ...summary, user_id: userId },
        { id: recap.id, content: recap.content as SummaryContent },
        deps,
        now,
      )
  }

  return { lockAndFindExisting, requireQuota, createSummary, attachToRecap }
}
