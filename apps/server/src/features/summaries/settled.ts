import type { Queue, Trx } from '../../jobs/queue.ts'
import { takeFollowUps } from './repository.ts'

/** What follows once nothing more comes of an entry, as it was asked for with it. */
export type FollowUp = { name: 'summaries.tell-ready'; data: object } | { name: string; data: object }

/** Its user is told that it can be read and heard. */
export const tellReady: FollowUp = { name: 'summaries.tell-ready', data: {} }

export interface SettledDeps {
  queue: Queue
  /** Tells a user, in this transaction, that a summary of theirs is ready. */
  tellReady(trx: Trx, entry: { id: number; userId: number }): Promise<void>
}

/**
 * Nothing more comes of these entries: the text is there and its sound is made or never will be, or there will be no text.
 * What was to follow follows now, once: whoever settles an entry a second time finds nothing left to do.
 */
export async function tellSettled(
  trx: Trx,
  entries: { recapId: number } | { audioId: number } | { id: number },
  outcome: 'ready' | 'ended',
  deps: SettledDeps,
): Promise<void> {
  for (const { id, user_id, followUp } of await takeFollowUps(trx, entries)) {
    if (followUp.name !== tellReady.name) await deps.queue.sendNamed(trx, followUp.name, followUp.data)
    else if (outcome === 'ready') await deps.tellReady(trx, { id, userId: user_id })
  }
}
