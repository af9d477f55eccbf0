import type { Client } from '@recaps/contract'
import { ApiError } from '@recaps/contract'
import type { Owner } from '../../api/owner.ts'
import { keptStore, type Row } from '../../device/kept-store.ts'

/** A place or a mark that the server could not be told of; of each summary the last. */
interface Change extends Row {
  id: number
  body: { readPosition?: number; listenedMs?: number; unread?: boolean }
}

const store = keptStore<Change>('changes')

export async function tellLater(owner: Owner, id: number, body: Change['body']): Promise<void> {
  const userId = owner.id()
  if (userId === null) return
  const before = (await store.all()).find(change => change.id === id && change.userId === userId)
  await store.put([{ key: String(id), userId, id, body: { ...before?.body, ...body } }])
}

/** Tells what could not be told before. What the server refuses is told no more; what does not reach it waits on. */
export async function tellNow(client: Client, owner: Owner): Promise<void> {
  for (const { key, userId, id, body } of await store.all()) {
    const answer = userId === owner.id() ? client.summaries.change({ params: { id }, body }) : Promise.resolve()
    const isOver = await answer.then(
      () => true,
      error => error instanceof ApiError && error.status < 500 && error.status !== 429,
    )
    if (isOver) await store.remove([key])
  }
}
