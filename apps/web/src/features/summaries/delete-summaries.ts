import type { Client, SummaryItem } from '@recaps/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { ShowToast } from '../../ui/Toast.tsx'
import type { useOfflineCopies } from '../offline/queries.ts'
import type { Player } from '../player/engine.ts'
import { forEachLimited } from './for-each-limited.ts'
import { cacheItems, markDeletedHere, popularKey, refreshLists, restoreToCache } from './queries.ts'
import { texts } from './texts.ts'

interface Dependencies {
  client: Client
  cache: QueryClient
  toast: ShowToast
  keptAlong: ReturnType<typeof useOfflineCopies>
  player: Player
}

interface Deletion {
  items: readonly SummaryItem[]
  /** Ids of the items that were available offline. */
  kept: readonly number[]
  /** Puts restored summaries back into the player's queue. */
  requeue(ids: readonly number[]): void
  /** Closes the undo toast. Returns whether it was still open. */
  withdraw(): boolean
}

/** The deletion whose undo toast is open. Later deletions join it, so that one undo restores them all. */
const undoable = new WeakMap<QueryClient, Deletion>()

/** Deletes summaries that are already hidden and offers an undo. Failed ones reappear. */
export async function deleteItems(deps: Dependencies, items: readonly SummaryItem[]): Promise<void> {
  const { client, cache, toast, player } = deps
  const { done, left } = await forEachLimited(items, ({ id }) => client.summaries.delete({ params: { id } }))
  restoreToCache(cache, left)
  refresh(cache)
  const requeue = player.removeDeleted(done.map(({ id }) => id))
  if (done.length > 0) offerUndo(deps, done, left.length, requeue)
  else toast({ text: texts.notDeleted(left.length), tone: 'danger' })
}

function offerUndo(
  deps: Dependencies,
  deleted: readonly SummaryItem[],
  left: number,
  requeueThese: Deletion['requeue'],
) {
  const { cache, toast, keptAlong } = deps
  const open = undoable.get(cache)
  const earlier = open?.withdraw() ? open : { items: [], kept: [], requeue: () => {} }
  const items = [...earlier.items, ...deleted]
  const kept = [...earlier.kept, ...keptAlong.drop(deleted.map(({ id }) => id))]
  // Undo in reverse order, so that queue positions match.
  const requeue: Deletion['requeue'] = ids => {
    requeueThese(ids)
    earlier.requeue(ids)
  }
  const action = { label: texts.undo, onPress: () => void restore(deps, { items, kept, requeue }) }
  const withdraw = toast({ text: texts.deleted(items.length, left), tone: left > 0 ? 'danger' : 'plain', action })
  undoable.set(cache, { items, kept, requeue, withdraw })
}

async function restore(
  { client, cache, toast, keptAlong }: Dependencies,
  { items, kept, requeue }: Omit<Deletion, 'withdraw'>,
) {
  restoreToCache(cache, items)
  const { left } = await forEachLimited(items, ({ id }) =>
    // A summary deleted while in progress is restored as cancelled.
    client.summaries.restore({ params: { id } }).then(item => cacheItems(cache, [item])),
  )
  markDeletedHere(cache, left)
  refresh(cache)
  if (left.length > 0) toast({ text: texts.notRestored(left.length), tone: 'danger' })
  const isBack = (id: number) => !left.some(item => item.id === id)
  keptAlong.restore(kept.filter(isBack))
  requeue(items.map(({ id }) => id).filter(isBack))
}

/** Only the server knows what belongs in filtered lists. Popular marks the summaries that the user has. */
function refresh(cache: QueryClient) {
  refreshLists(cache)
  void cache.invalidateQueries({ queryKey: popularKey })
}
