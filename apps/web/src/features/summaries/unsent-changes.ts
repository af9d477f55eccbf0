import type { Client } from '@recaps/contract'
import { ApiError } from '@recaps/contract'
import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { DataOwner } from '../../api/owner.ts'
import { type OfflineRow, offlineStore } from '../../device/offline-store.ts'
import { updateKey } from './cache.ts'

interface Body {
  readPosition?: number
  listenedMs?: number
  unread?: boolean
}

/** Variables of an update. */
type Update = Body & { id: number }

/** An update that did not reach the server. At most one row per summary, holding the latest values. */
interface PendingChange extends OfflineRow {
  id: number
  body: Body
}

const store = offlineStore<PendingChange>('changes')

/** Stores updates that could not reach the server, and removes stored ones once a later update succeeds. Includes past mutations. */
export function recordUnsentChanges(cache: QueryClient, owner: DataOwner): void {
  const report = (failure: unknown) => console.error('Could not store a change to send later:', failure)
  const record = ({ state: { status, error, variables } }: Mutation) => {
    if (status === 'success') dropSent(cache, owner, variables as Update).catch(report)
    if (status === 'error' && !(error instanceof ApiError))
      storePending(cache, owner, variables as Update).catch(report)
  }
  const changes = cache.getMutationCache()
  for (const change of changes.findAll({ mutationKey: updateKey })) record(change)
  changes.subscribe(({ type, mutation }) => {
    if (type === 'updated' && mutation.options.mutationKey === updateKey) record(mutation)
  })
}

async function storePending(cache: QueryClient, owner: DataOwner, update: Update): Promise<void> {
  const userId = owner.id()
  const body = currentFields(cache, update)
  if (userId === null || isEmpty(body)) return
  const { id } = update
  await store.change(String(id), before => ({
    key: String(id),
    userId,
    id,
    body: { ...(before?.userId === userId && before.body), ...body },
  }))
}

/** Removes the stored values that a successful update makes obsolete. */
async function dropSent(cache: QueryClient, owner: DataOwner, update: Update): Promise<void> {
  const sent = currentFields(cache, update)
  await store.change(String(update.id), row =>
    row?.userId === owner.id() ? without(row, field => field in sent) : (row ?? null),
  )
}

/** Sends stored updates. Drops updates that the server rejects and keeps the rest for the next attempt. */
export async function sendUnsentChanges(client: Client, owner: DataOwner): Promise<void> {
  for (const { key } of await store.all()) {
    // Read each row again: it may have been sent or changed while others were being sent.
    const row = (await store.all()).find(one => one.key === key)
    if (!row) continue
    const { userId, id, body } = row
    const request = userId === owner.id() ? client.summaries.change({ params: { id }, body }) : Promise.resolve()
    const isDone = await request.then(
      () => true,
      error => error instanceof ApiError && error.status < 500 && error.status !== 429,
    )
    if (!isDone) continue
    // Values stored in the meantime stay.
    await store.change(key, now =>
      now?.userId === userId ? without(now, field => now.body[field] === body[field]) : (now ?? null),
    )
  }
}

function without(row: PendingChange, isDone: (field: keyof Body) => boolean): PendingChange | null {
  const fields = Object.entries(row.body).filter(([field]) => !isDone(field as keyof Body))
  return fields.length > 0 ? { ...row, body: Object.fromEntries(fields) } : null
}

const isEmpty = (body: Body) => Object.keys(body).length === 0

/** Fields that no later update has overwritten. A later one may have been sent or stored before this one settled. */
function currentFields(cache: QueryClient, update: Update): Body {
  const all = cache.getMutationCache().findAll({ mutationKey: updateKey })
  const at = all.findIndex(({ state }) => state.variables === update)
  // Cleared by a logout: the current user may be a different one.
  if (at < 0) return {}
  const later = all.slice(at + 1).map(({ state }) => state.variables as Update)
  const { id, ...body } = update
  const fields = Object.entries(body).filter(([field]) => !later.some(one => one.id === id && field in one))
  return Object.fromEntries(fields)
}
