import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptStore } from '../device/kept-store.ts'
import { installKeeping, removeKeeping } from '../test/keeping-browser.ts'
import { keepAnswers, sorted } from './kept-answers.ts'

type Answer = Parameters<typeof sorted>[0][number]
const now = Date.now()
const day = 24 * 3_600_000
const ada = { id: () => 1 as number | null }
const answer = (queryKey: readonly unknown[], change: Partial<Answer> = {}): Answer => ({
  key: JSON.stringify(queryKey),
  userId: 1,
  queryKey,
  data: { of: queryKey },
  updatedAt: now,
  ...change,
})
const detail = (id: number, change: Partial<Answer> = {}) => answer(['summaries', 'detail', id], change)

const opened: (() => void)[] = []
const open = (owner = ada) => {
  const cache = new QueryClient()
  opened.push(keepAnswers(cache, owner), () => cache.clear())
  return cache
}
beforeEach(() => {
  installKeeping()
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
  removeKeeping()
})

describe('answers that were kept', () => {
  test('are there when the app is opened again, and count as old', async () => {
    const first = open()
    first.setQueryData(['summaries', 'detail', 7], { id: 7 })
    await vi.waitFor(async () => expect(await keptStore('answers').all()).toHaveLength(1), 5_000)
    const again = open()
    await vi.waitFor(() => expect(again.getQueryData(['summaries', 'detail', 7])).toEqual({ id: 7 }))
    expect(again.getQueryState(['summaries', 'detail', 7])?.isInvalidated).toBe(true)
  })

  test('do not replace what came in the meantime', async () => {
    await keptStore<Answer>('answers').put([answer(['profile'], { updatedAt: now - day }), answer(['settings'])])
    const cache = open()
    cache.setQueryData(['profile'], 'new')
    await vi.waitFor(() => expect(cache.getQueryData(['settings'])).toBeDefined())
    expect(cache.getQueryData(['profile'])).toBe('new')
  })

  test('of another user are never shown, and erased', async () => {
    await keptStore<Answer>('answers').put([answer(['profile'], { userId: 2 }), answer(['settings'])])
    const cache = open()
    await vi.waitFor(async () => expect((await keptStore('answers').all()).map(({ userId }) => userId)).toEqual([1]))
    expect(cache.getQueryData(['profile'])).toBeUndefined()
  })

  test('are neither written nor read while nobody is known', async () => {
    await keptStore<Answer>('answers').put([answer(['profile'])])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const cache = open({ id: () => null })
    cache.setQueryData(['settings'], {})
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    expect(cache.getQueryData(['profile'])).toBeUndefined()
    expect(await keptStore('answers').all()).toHaveLength(1)
  })

  test('are those of the table alone, the newest of each kind, for thirty days', () => {
    const many = Array.from({ length: 70 }, (_, at) => detail(at + 1, { updatedAt: now - at }))
    const old = detail(99, { updatedAt: now - 31 * day })
    const filtered = answer(['summaries', 'list', { q: 'bridges' }])
    const { kept, gone } = sorted([...many, old, filtered, answer(['export'])], 1, now)
    expect(kept).toEqual(many.slice(0, 60))
    expect(gone).toHaveLength(13)
  })
})
