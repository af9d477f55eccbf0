import type { Client, SummaryItem } from '@recaps/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { ShowToast } from '../../ui/Toast.tsx'
import type { useKeptAlong } from '../kept/queries.ts'
import type { Player } from '../player/engine.ts'
import { fewAtOnce } from './few-at-once.ts'
import { bringBack, drop, popularKey, refreshLists, storeItems } from './queries.ts'
import { texts } from './texts.ts'

interface Tools {
  client: Client
  cache: QueryClient
  toast: ShowToast
  keptAlong: ReturnType<typeof useKeptAlong>
  player: Player
}

interface Deletion {
  items: readonly SummaryItem[]
  /** Those of them that were kept on this device. */
  kept: readonly number[]
  /** Puts those that are there again back into the queue of the player. */
  requeue(ids: readonly number[]): void
  /** Takes the offer to undo it away, and says whether it still stood. */
  withdraw(): boolean
}

/** What was offered last to be undone: what is deleted while that stands is undone with it. */
const offered = new WeakMap<QueryClient, Deletion>()

/** Deletes what is out of sight already, and offers to undo it. What could not be deleted comes back. */
export async function deleteItems(tools: Tools, items: readonly SummaryItem[]): Promise<void> {
  const { client, cache, toast, player } = tools
  const { done, left } = await fewAtOnce(items, ({ id }) => client.summaries.delete({ params: { id } }))
  bringBack(cache, left)
  refresh(cache)
  const requeue = player.forget(done.map(({ id }) => id))
  if (done.length > 0) offerUndo(tools, done, left.length, requeue)
  else toast({ text: texts.notDeleted(left.length), tone: 'danger' })
}

function offerUndo(tools: Tools, gone: readonly SummaryItem[], left: number, requeueThese: Deletion['requeue']) {
  const { cache, toast, keptAlong } = tools
  const before = offered.get(cache)
  const earlier = before?.withdraw() ? before : { items: [], kept: [], requeue: () => {} }
  const items = [...earlier.items, ...gone]
  const kept = [...earlier.kept, ...keptAlong.drop(gone.map(({ id }) => id))]
  // The last that was taken out first: what was taken out before it may have stood behind it.
  const requeue: Deletion['requeue'] = ids => {
    requeueThese(ids)
    earlier.requeue(ids)
  }
  const action = { label: texts.undo, onPress: () => void restore(tools, { items, kept, requeue }) }
  const withdraw = toast({ text: texts.deleted(items.length, left), tone: left > 0 ? 'danger' : 'plain', action })
  offered.set(cache, { items, kept, requeue, withdraw })
}

async function restore(
  { client, cache, toast, keptAlong }: Tools,
  { items, kept, requeue }: Omit<Deletion, 'withdraw'>,
) {
  bringBack(cache, items)
  const { left } = await fewAtOnce(items, ({ id }) =>
    // One that was in work comes back as cancelled.
    client.summaries.restore({ params: { id } }).then(item => storeItems(cache, [item])),
  )
  drop(cache, left)
  refresh(cache)
  if (left.length > 0) toast({ text: texts.notRestored(left.length), tone: 'danger' })
  const isBack = (id: number) => !left.some(item => item.id === id)
  keptAlong.keepAgain(kept.filter(isBack))
  requeue(items.map(({ id }) => id).filter(isBack))
}

/** What belongs in a list with a filter only the server can tell, and Popular says which of it somebody has. */
function refresh(cache: QueryClient) {
  refreshLists(cache)
  void cache.invalidateQueries({ queryKey: popularKey })
}
