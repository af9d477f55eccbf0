import type { Queue, Trx } from '../../jobs/queue.ts'
import { takeFollowUps } from './repository.ts'

/** Work to run once a summary is final, stored with the summary when it is requested. */
export type FollowUp = { name: 'summaries.tell-ready'; data: object } | { name: string; data: object }

export const tellReady: FollowUp = { name: 'summaries.tell-ready', data: {} }

export interface SettledDeps {
  queue: Queue
  /** Notifies a user, in this transaction, that a summary of theirs is ready. */
  tellReady(trx: Trx, summary: { id: number; userId: number }): Promise<void>
}

/**
 * Runs the follow-ups of summaries that reached a final state: `ready` if the text is ready and its audio is done or failed,
 * `ended` if there will be no text. Idempotent: a follow-up is removed from its row when it is taken.
 */
export async function tellSettled(
  trx: Trx,
  filter: { recapId: number } | { audioId: number } | { id: number },
  outcome: 'ready' | 'ended',
  deps: SettledDeps,
): Promise<void> {
  for (const { id, user_id, followUp } of await takeFollowUps(trx, filter)) {
    if (followUp.name !== tellReady.name) await deps.queue.sendNamed(trx, followUp.name, followUp.data)
    else if (outcome === 'ready') await deps.tellReady(trx, { id, userId: user_id })
  }
}
