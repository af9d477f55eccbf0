import type { SummaryContent } from '@recaps/contract/summary-content'
import { monthlyLimitSentence } from '@recaps/domain/quota'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { lockCaller } from './account-lock.ts'
import { type ConfirmedFirst, requireConfirmed } from './confirmed-first.ts'
import { release, reserve, usedIn } from './ledger.ts'
import type { RecapRow } from './recaps-repository.ts'
import { type EntryRow, findEntryForRequest, insertEntry, updateEntry } from './repository.ts'
import { deliver, type SettleDeps } from './settle.ts'
import { type FollowUp, tellReady } from './settled.ts'

export interface EnteringDeps extends SettleDeps, ConfirmedFirst {
  db: Db
  clock: Clock
  subscriptions: Subscriptions
}

export interface Wish {
  videoId: string
  preset: string
  maxLength: number
  /** What the user wants to know most, in their words. */
  focus: string | null
}

export type Requested = { id: number; isNew: boolean }

const endedStates: readonly string[] = ['failed', 'cancelled']

/** Creates the summaries of users: one for each request, charged to the monthly quota. */
export function createEntering(deps: EnteringDeps) {
  const { clock, subscriptions } = deps

  /**
   * Locks the user and returns their summary for this request, or null if a new one must be created. A failed or cancelled
   * summary is deleted, to be replaced by the new one.
   */
  async function lockAndFindExisting(trx: Trx, userId: number, key: string): Promise<EntryRow | null> {
    await lockCaller(trx, userId)
    const existing = await findEntryForRequest(trx, userId, key)
    if (existing && !endedStates.includes(existing.state)) return existing
    await requireConfirmed(trx, userId, deps)
    if (!existing) return null
    const now = clock.now()
    await updateEntry(trx, existing.id, { deleted_at: now }, now)
    await release(trx, [existing.id], 'replaced', now)
    return null
  }

  /**
   * Throws `monthly_limit_reached` or `confirm_address`, unless the user already has this summary. Call this before storing
   * anything for the request; the transaction that creates the summary checks again.
   */
  async function requireQuota(userId: number, key: string): Promise<void> {
    const existing = await findEntryForRequest(deps.db, userId, key)
    if (existing && !endedStates.includes(existing.state)) return
    await requireConfirmed(deps.db, userId, deps)
    const plan = await subscriptions.activePlan(userId)
    if ((await usedIn(deps.db, userId, clock.now())) >= plan.summariesPerMonth)
      throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
  }

  async function createSummary(
    trx: Trx,
    userId: number,
    recap: RecapRow,
    request: Wish & { origin: EntryRow['origin']; followUp?: FollowUp },
  ): Promise<number> {
    const { followUp = tellReady } = request
    const { id } = await insertEntry(trx, { ...request, userId, recapId: recap.id, followUp, now: clock.now() })
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
    const reserved = await reserve(trx, { userId, summaryId: summary.id, limit: plan.summariesPerMonth, now })
    if (!reserved) throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
    if (recap.state === 'readable')
      await deliver(
        trx,
        { ...summary, user_id: userId },
        { id: recap.id, content: recap.content as SummaryContent },
        deps,
        now,
      )
  }

  return { lockAndFindExisting, requireQuota, createSummary, attachToRecap }
}
