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
  /** What its reader wants to know most. */
  focus: string | null
}

export type Requested = { id: number; isNew: boolean }

const endedStates: readonly string[] = ['failed', 'cancelled']

/** How a user comes to an entry on a recap: once for each wish, with a place in the month. */
export function createEntering(deps: EnteringDeps) {
  const { clock, subscriptions } = deps

  /** One user's requests one after the other; a failed entry makes room for the new one. */
  async function takeTurn(trx: Trx, userId: number, key: string): Promise<EntryRow | null> {
    await lockCaller(trx, userId)
    const entry = await findEntryForRequest(trx, userId, key)
    if (entry && !endedStates.includes(entry.state)) return entry
    await requireConfirmed(trx, userId, deps)
    if (!entry) return null
    const now = clock.now()
    await updateEntry(trx, entry.id, { deleted_at: now }, now)
    await release(trx, [entry.id], 'replaced', now)
    return null
  }

  /**
   * Throws `monthly_limit_reached` when the quota is used up, or `confirm_address`, unless the user already has this summary. Call it before storing
   * anything for the request; the transaction that creates the summary checks again.
   */
  async function refuseWithoutRoom(userId: number, key: string): Promise<void> {
    const entry = await findEntryForRequest(deps.db, userId, key)
    if (entry && !endedStates.includes(entry.state)) return
    await requireConfirmed(deps.db, userId, deps)
    const plan = await subscriptions.activePlan(userId)
    if ((await usedIn(deps.db, userId, clock.now())) >= plan.summariesPerMonth)
      throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
  }

  async function enter(
    trx: Trx,
    userId: number,
    recap: RecapRow,
    wish: Wish & { origin: EntryRow['origin']; followUp?: FollowUp },
  ): Promise<number> {
    const { followUp = tellReady } = wish
    const { id } = await insertEntry(trx, { ...wish, userId, recapId: recap.id, followUp, now: clock.now() })
    await settleInto(trx, userId, { id, max_length: wish.maxLength }, recap)
    return id
  }

  async function settleInto(
    trx: Trx,
    userId: number,
    entry: { id: number; max_length: number },
    recap: RecapRow,
  ): Promise<void> {
    const now = clock.now()
    const plan = await subscriptions.activePlan(userId, trx)
    const reserved = await reserve(trx, { userId, summaryId: entry.id, limit: plan.summariesPerMonth, now })
    if (!reserved) throw new AppError('monthly_limit_reached', monthlyLimitSentence(plan))
    if (recap.state === 'readable')
      await deliver(
        trx,
        { ...entry, user_id: userId },
        { id: recap.id, content: recap.content as SummaryContent },
        deps,
        now,
      )
  }

  return { takeTurn, refuseWithoutRoom, enter, settleInto }
}
