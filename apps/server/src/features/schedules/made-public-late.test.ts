import { describe, expect, it } from 'vitest'
import { listedAfter, madePublicLate, watchableSince } from './made-public-late.ts'

const now = new Date('2026-03-20T12:00:00.400Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
/** Uploads by the days since their date: `a5` is of five days ago. */
const uploads = (names: string) =>
  names
    .split(' ')
    .filter(Boolean)
    .map(name => ({ videoId: name, title: name, publishedAt: daysAgo(Number(name.slice(1))) }))
const ids = (names: string) => names.split(' ').filter(Boolean)
const late = (before: string, after: string, { isAll = false, at = daysAgo(0.1), gapless = after } = {}) => [
  ...madePublicLate({ videoIds: ids(before), isAll, at }, uploads(after), { videoIds: ids(gapless), isAll: false }),
]

describe('of two lists of a channel, the later tells what was made public late', () => {
  it.each([
    ['between two that were listed', 'a1 b5 c9', 'a1 x3 b5 c9', ['x3']],
    ['several, before all that was listed', 'a2 b5', 'x1 y1.5 a2 b5', ['x1', 'y1.5']],
    ['while the last one goes', 'a1 b5 c9', 'a1 x3 b5', ['x3']],
  ])('%s', (_, before, after, expected) => {
    expect(late(before, after)).toEqual(expected)
  })

  it('also below all others, where the list before had all of them', () => {
    expect(late('a1 b5', 'a1 b5 x900', { isAll: true })).toEqual(['x900'])
    expect(late('', 'x900', { isAll: true })).toEqual(['x900'])
  })

  it.each([
    ['what was uploaded since', 'a1 b5', 'x0.01 a1 b5'],
    ['what slides in from below', 'a1 b5 c9', 'a1 c9 x12'],
    ['what is listed when all others are gone', 'a1 b5', 'x2 y3'],
    ['what was listed once, and went and came back', 'a1 b5 c9', 'a1 b5 c9'],
    ['what stands at the date of the last', 'a1 b5', 'a1 b5 x5'],
  ])('but not %s', (_, before, after) => {
    expect(late(before, after)).toEqual([])
  })

  it('but not what is dated within the second of the list before', () => {
    const at = new Date('2026-03-20T11:00:00.900Z')
    const upload = { videoId: 'x', title: '', publishedAt: new Date('2026-03-20T11:00:00Z') }
    const gapless = { videoIds: ['x', 'a5'], isAll: false }
    expect(madePublicLate({ videoIds: ['a5'], isAll: false, at }, [upload, ...uploads('a5')], gapless).size).toBe(0)
  })

  it('but nothing where a list is the first, or leaves videos out', () => {
    const gapless = { videoIds: ['a1'], isAll: true }
    expect(madePublicLate(null, uploads('a1'), gapless).size).toBe(0)
    expect(madePublicLate({ videoIds: [], isAll: true, at: daysAgo(0.1) }, uploads('a1')).size).toBe(0)
    expect(late('a1 b9', 'a1 x5 b9', { gapless: 'a1' })).toEqual([])
  })
})

describe('what is remembered of a list', () => {
  it('has what was listed before as well, so that what comes back is known, and has an end', () => {
    const before = { videoIds: ['a', 'b'], isAll: false, at: daysAgo(1) }
    expect(listedAfter(before, { videoIds: ['c', 'a'], isAll: true })).toEqual({
      videoIds: ['c', 'a', 'b'],
      isAll: true,
    })
    const many = Array.from({ length: 500 }, (_, at) => String(at))
    expect(listedAfter(before, { videoIds: many, isAll: false })?.videoIds.length).toBeLessThan(200)
  })

  it('is nothing of an empty one: what a fault hides for once would all be new after it', () => {
    expect(listedAfter(null, { videoIds: [], isAll: true })).toBeNull()
    expect(listedAfter(null, undefined)).toBeNull()
  })

  it('tells since when something can be watched: since now, or since long ago where nobody looked for long', () => {
    const listed = (days: number) => ({ videoIds: [], isAll: false, at: daysAgo(days) })
    expect(watchableSince(null, now)).toEqual(now)
    expect(watchableSince(listed(0.5), now)).toEqual(now)
    expect(watchableSince(listed(9), now)).toEqual(daysAgo(9))
  })
})
