import type { Queue, Trx } from '../../jobs/queue.ts'
import { takeFollowUps } from './summaries-repository.ts'

/** Work to run once a summary is final, stored with the summary when it is requested. */
export type FollowUp = { name: 'summaries.tell-ready'; data: object } | { name: string; data: object }

export const notifyReady: FollowUp = { name: 'summaries.tell-ready', data: {} }

export interface FollowUpDeps {
  queue: Queue
  /** Notifies a user, in this transaction, that a summary of theirs is ready. */
  notifyReady(trx: Trx, summary: { id: number; userId: number }): Promise<void>
}

/**
 * Runs the follow-ups of summaries that reached a final state: `ready` if the text is ready and its audio is done or failed,
 * `ended` if there will be no text. Idempotent: a follow-up is removed from its row when it is taken.
 */
export async function dispatchFollowUps(
  trx: Trx,
  filter: { recapId: number } | { audioId: number } | { id: number },
  outcome: 'ready' | 'ended',
  deps: FollowUpDeps,
): Promise<void> {
  for (const { id, user_id, followUp } of await takeFollowUps(trx, filter)) {
    if (followUp.name !== notifyReady.name) await deps.queue.sendNamed(trx, followUp.name, followUp.data)
    else if (outcome === 'ready') await deps.notifyReady(trx, { id, userId: user_id })
  }
}
