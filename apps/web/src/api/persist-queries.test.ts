import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { offlineStore } from '../device/offline-store.ts'
import { installOfflineStorage, removeOfflineStorage } from '../test/offline-browser.ts'
import { persistQueries, selectQueriesToKeep } from './persist-queries.ts'

type StoredQuery = Parameters<typeof selectQueriesToKeep>[0][number]
const now = Date.now()
const day = 24 * 3_600_000
const ada = { id: () => 1 as number | null }
const storedQuery = (queryKey: readonly unknown[], change: Partial<StoredQuery> = {}): StoredQuery => ({
  key: JSON.stringify(queryKey),
  userId: 1,
  queryKey,
  data: { of: queryKey },
  updatedAt: now,
  ...change,
})
const detail = (id: number, change: Partial<StoredQuery> = {}) => storedQuery(['summaries', 'detail', id], change)

const cleanups: (() => void)[] = []
const open = (owner = ada) => {
  const cache = new QueryClient()
  cleanups.push(persistQueries(cache, owner), () => cache.clear())
  return cache
}
beforeEach(() => {
  installOfflineStorage()
})
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp()
  removeOfflineStorage()
})

describe('persisted queries', () => {
  test('persisted queries are restored as stale when the app is opened again', async () => {
    const first = open()
    first.setQueryData(['summaries', 'detail', 7], { id: 7 })
    await vi.waitFor(async () => expect(await offlineStore('answers').all()).toHaveLength(1), 5_000)
    const again = open()
    await vi.waitFor(() => expect(again.getQueryData(['summaries', 'detail', 7])).toEqual({ id: 7 }))
    expect(again.getQueryState(['summaries', 'detail', 7])?.isInvalidated).toBe(true)
  })

  test('persisted queries do not overwrite newer data', async () => {
    await offlineStore<StoredQuery>('answers').put([
      storedQuery(['profile'], { updatedAt: now - day }),
      storedQuery(['settings']),
    ])
    const cache = open()
    cache.setQueryData(['profile'], 'new')
    await vi.waitFor(() => expect(cache.getQueryData(['settings'])).toBeDefined())
    expect(cache.getQueryData(['profile'])).toBe('new')
  })

  test('persisted queries of another user are erased, and not restored', async () => {
    await offlineStore<StoredQuery>('answers').put([storedQuery(['profile'], { userId: 2 }), storedQuery(['settings'])])
    const cache = open()
    await vi.waitFor(async () => expect((await offlineStore('answers').all()).map(({ userId }) => userId)).toEqual([1]))
    expect(cache.getQueryData(['profile'])).toBeUndefined()
  })

  test('queries are neither persisted nor restored without a signed-in user', async () => {
    await offlineStore<StoredQuery>('answers').put([storedQuery(['profile'])])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const cache = open({ id: () => null })
    cache.setQueryData(['settings'], {})
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    expect(cache.getQueryData(['profile'])).toBeUndefined()
    expect(await offlineStore('answers').all()).toHaveLength(1)
  })

  test('only the newest queries of the listed kinds are kept, for up to thirty days', () => {
    const many = Array.from({ length: 70 }, (_, index) => detail(index + 1, { updatedAt: now - index }))
    const old = detail(99, { updatedAt: now - 31 * day })
    const filtered = storedQuery(['summaries', 'list', { q: 'bridges' }])
    const { kept, gone } = selectQueriesToKeep([...many, old, filtered, storedQuery(['export'])], 1, now)
    expect(kept).toEqual(many.slice(0, 60))
    expect(gone).toHaveLength(13)
  })
})
