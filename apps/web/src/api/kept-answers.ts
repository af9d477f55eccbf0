import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { keptStore, type Row } from '../device/kept-store.ts'
import type { Owner } from './owner.ts'

/** What is readable without a network, and how many of each: the newest. Everything else is asked anew. */
const kinds: readonly [start: QueryKey, most: number][] = [
  [['profile'], 1],
  [['settings'], 1],
  [['subscriptions', 'user'], 1],
  [['plans'], 1],
  [['schedules', 'list'], 1],
  [['notices'], 1],
  [['voices'], 1],
  [['summaries', 'list', {}], 1],
  [['summaries', 'detail'], 60],
  [['summaries', 'asked'], 60],
]
const longestAgeMs = 30 * 24 * 3_600_000
/** In characters of JSON; what is longer is not kept. */
const largestAnswer = 2_000_000
/** Of a list that comes page by page, the newest. */
const mostPages = 4
const restMs = 1_000

interface Answer extends Row {
  queryKey: QueryKey
  data: unknown
  updatedAt: number
}

const store = keptStore<Answer>('answers')

/** Lays what was kept into the cache, and keeps what comes. Returns what ends it. */
export function keepAnswers(cache: QueryClient, owner: Owner): () => void {
  const changed = new Set<string>()
  /** When what lies in the store was answered. */
  const stored = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const userId = owner.id()
    const hashes = [...changed]
    changed.clear()
    if (userId === null) return
    const answers = hashes
      .flatMap(hash => answerOf(cache, hash, userId) ?? [])
      .filter(({ key, updatedAt }) => stored.get(key) !== updatedAt)
    for (const { key, updatedAt } of answers) stored.set(key, updatedAt)
    if (answers.length > 0) await store.put(answers).catch(report)
  }
  const note = ({ queryKey, queryHash }: Query) => {
    if (!kindOf(queryKey)) return
    changed.add(queryHash)
    timer ??= setTimeout(() => void flush(), restMs)
  }
  const flushOnLeave = () => document.visibilityState === 'hidden' && void flush()

  // What came before anybody took note of it.
  cache.getQueryCache().getAll().forEach(note)
  const stopNoting = cache.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
  void restore(cache, owner, stored).catch(report)
  document.addEventListener('visibilitychange', flushOnLeave)
  return () => {
    clearTimeout(timer)
    stopNoting()
    document.removeEventListener('visibilitychange', flushOnLeave)
  }
}

const report = (error: unknown) => console.error('Nothing can be kept on this device:', error)

const kindOf = (key: QueryKey) =>
  kinds.find(([start]) => JSON.stringify(key.slice(0, start.length)) === JSON.stringify(start))

function answerOf(cache: QueryClient, hash: string, userId: number): Answer | null {
  const query = cache.getQueryCache().get(hash)
  if (query?.state.data === undefined) return null
  const { data, dataUpdatedAt: updatedAt } = query.state
  const answer = { key: hash, userId, queryKey: query.queryKey, data: firstPages(data), updatedAt }
  return JSON.stringify(answer.data).length > largestAnswer ? null : answer
}

function firstPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data && 'pageParams' in data)) return data
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] }
  return { pages: pages.slice(0, mostPages), pageParams: pageParams.slice(0, mostPages) }
}

async function restore(cache: QueryClient, owner: Owner, stored: Map<string, number>): Promise<void> {
  const userId = owner.id()
  if (userId === null) return
  const { kept, gone } = sorted(await store.all(), userId, Date.now())
  for (const { key, queryKey, data, updatedAt } of kept) {
    stored.set(key, updatedAt)
    layUnder(cache, queryKey, data, updatedAt)
  }
  if (gone.length > 0) await store.remove(gone.map(({ key }) => key))
}

/** Puts an older answer where none has come yet. Whoever looks at it asks anew: it may be of yesterday, and the session over. */
export function layUnder(cache: QueryClient, queryKey: QueryKey, data: unknown, updatedAt: number) {
  // Looked at or not, it stays for as long as the page does.
  const query = cache.getQueryCache().build(cache, { queryKey, gcTime: Number.POSITIVE_INFINITY })
  if (query.state.dataUpdatedAt >= updatedAt) return
  cache.setQueryData(queryKey, data, { updatedAt })
  query.invalidate()
}

/** What is shown again, and what goes: another user's, the old, and of each kind what is more than enough. */
export function sorted(answers: readonly Answer[], userId: number, nowMs: number) {
  const counts = new Map<unknown, number>()
  const kept: Answer[] = []
  const gone: Answer[] = []
  for (const answer of [...answers].sort((a, b) => b.updatedAt - a.updatedAt)) {
    const kind = kindOf(answer.queryKey)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const stays = kind && answer.userId === userId && nowMs - answer.updatedAt < longestAgeMs && count <= kind[1]
    ;(stays ? kept : gone).push(answer)
  }
  return { kept, gone }
}
