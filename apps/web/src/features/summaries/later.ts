import type { Client } from '@recaps/contract'
import { ApiError } from '@recaps/contract'
import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { Owner } from '../../api/owner.ts'
import { keptStore, type Row } from '../../device/kept-store.ts'
import { changeKey } from './cache.ts'

interface Body {
  readPosition?: number
  listenedMs?: number
  unread?: boolean
}

/** What a place or a mark was asked to become. */
type Asked = Body & { id: number }

/** A place or a mark that the server could not be told of; of each summary the last. */
interface Change extends Row {
  id: number
  body: Body
}

const store = keptStore<Change>('changes')

/** Takes note of what becomes of each change, those before it was called too. */
export function keepChanges(cache: QueryClient, owner: Owner): void {
  const report = (failure: unknown) => console.error('The change could not be kept:', failure)
  const note = ({ state: { status, error, variables } }: Mutation) => {
    if (status === 'success') isTold(cache, owner, variables as Asked).catch(report)
    if (status === 'error' && !(error instanceof ApiError)) tellLater(cache, owner, variables as Asked).catch(report)
  }
  const changes = cache.getMutationCache()
  for (const change of changes.findAll({ mutationKey: changeKey })) note(change)
  changes.subscribe(({ type, mutation }) => {
    if (type === 'updated' && mutation.options.mutationKey === changeKey) note(mutation)
  })
}

async function tellLater(cache: QueryClient, owner: Owner, asked: Asked): Promise<void> {
  const userId = owner.id()
  const body = lasting(cache, asked)
  if (userId === null || isEmpty(body)) return
  const { id } = asked
  await store.change(String(id), before => ({
    key: String(id),
    userId,
    id,
    body: { ...(before?.userId === userId && before.body), ...body },
  }))
}

/** The server knows of a change: what waited to be told of the same is of before. */
async function isTold(cache: QueryClient, owner: Owner, asked: Asked): Promise<void> {
  const told = lasting(cache, asked)
  await store.change(String(asked.id), row =>
    row?.userId === owner.id() ? without(row, field => field in told) : (row ?? null),
  )
}

/** Tells what could not be told before. What the server refuses is told no more; what does not reach it waits on. */
export async function tellNow(client: Client, owner: Owner): Promise<void> {
  for (const { key } of await store.all()) {
    // Read again for each: it may have been told or changed while others were on their way.
    const row = (await store.all()).find(one => one.key === key)
    if (!row) continue
    const { userId, id, body } = row
    const answer = userId === owner.id() ? client.summaries.change({ params: { id }, body }) : Promise.resolve()
    const isOver = await answer.then(
      () => true,
      error => error instanceof ApiError && error.status < 500 && error.status !== 429,
    )
    if (!isOver) continue
    // What was kept meanwhile stays.
    await store.change(key, now =>
      now?.userId === userId ? without(now, field => now.body[field] === body[field]) : (now ?? null),
    )
  }
}

function without(row: Change, isOver: (field: keyof Body) => boolean): Change | null {
  const fields = Object.entries(row.body).filter(([field]) => !isOver(field as keyof Body))
  return fields.length > 0 ? { ...row, body: Object.fromEntries(fields) } : null
}

const isEmpty = (body: Body) => Object.keys(body).length === 0

/** What of a change no later one overtook: that may have been told, or kept, before the outcome of this one was known. */
function lasting(cache: QueryClient, asked: Asked): Body {
  const all = cache.getMutationCache().findAll({ mutationKey: changeKey })
  const at = all.findIndex(({ state }) => state.variables === asked)
  // A log-out has forgotten it: whoever is here now may be somebody else.
  if (at < 0) return {}
  const later = all.slice(at + 1).map(({ state }) => state.variables as Asked)
  const { id, ...body } = asked
  const fields = Object.entries(body).filter(([field]) => !later.some(one => one.id === id && field in one))
  return Object.fromEntries(fields)
}
