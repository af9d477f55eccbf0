import type { SummaryItem } from '@recaps/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleSummary } from '../../test/server/samples.ts'
import { allItems, applyEvent, mapItems, type SummaryList, toSummaryItem, upsertItems, withoutItems } from './cache.ts'

const item = (id: number, change: Partial<SummaryItem> = {}): SummaryItem => ({
  ...toSummaryItem(sampleSummary(id, 1e12)),
  ...change,
})
const month = {
  used: 0,
  limit: 10,
  remaining: 10,
  resetsAt: '2026-12-01T00:00:00.000Z',
  communityReads: { used: 0, limit: 3, remaining: 3 },
}
const listOf = (pages: SummaryItem[][], nextCursor: string | null = null): SummaryList => ({
  pages: pages.map((data, at) => ({ data, nextCursor: at < pages.length - 1 ? 'x' : nextCursor, month })),
  pageParams: pages.map(() => null),
})
const ids = (list: SummaryList) => allItems(list).map(one => one.id)
// Sample summaries with higher ids are older.
const list = listOf([
  [item(2), item(4)],
  [item(6), item(8)],
])

describe('the cached list', () => {
  test('the cached list drops summaries that are marked deleted [spec 4.10]', () => {
    expect(ids(listOf([[item(1), item(2, { deleted: true })]]))).toEqual([1])
  })

  test('the cached list inserts new summaries in order and replaces known ones in place', () => {
    expect(ids(upsertItems(list, [item(1)]))).toEqual([1, 2, 4, 6, 8])
    expect(ids(upsertItems(list, [item(5)]))).toEqual([2, 4, 5, 6, 8])
    expect(ids(upsertItems(list, [item(9)]))).toEqual([2, 4, 6, 8, 9])
    expect(allItems(upsertItems(list, [item(4, { unread: false })]))[1]!.unread).toBe(false)
  })

  test('the cached list leaves out a summary that belongs on a page not loaded yet', () => {
    expect(ids(upsertItems(listOf([[item(2)]], 'more'), [item(9)]))).toEqual([2])
  })

  test('an update that changes nothing returns the same list object, which avoids a render', () => {
    expect(mapItems(list, one => one)).toBe(list)
    expect(withoutItems(list, new Set([99]))).toBe(list)
  })

  test('an event changes only its own summary in the cached list', () => {
    const still = { code: null, error: null } as const
    const event = {
      id: 4,
      state: 'working',
      audio: 'none',
      stage: 'checking',
      progress: null,
      refundable: true,
      deleted: false,
      ...still,
    } as const
    const changed = mapItems(list, one => applyEvent(one, event))
    expect(allItems(changed).map(one => one.stage)).toEqual([null, 'checking', null, null])
  })

  test('the cached list stays ordered and free of duplicates, whatever arrives', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), arriving => {
        const placed = ids(
          upsertItems(
            list,
            arriving.map(id => item(id)),
          ),
        )
        expect(placed).toEqual([...new Set(placed)].toSorted((a, b) => a - b))
      }),
    )
  })
})
