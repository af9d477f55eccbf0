import { describe, expect, it } from 'vitest'
import { findMadePublicLate, nextListSnapshot, watchableSince } from './made-public-late.ts'

const now = new Date('2026-03-20T12:00:00.400Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
/** Uploads by name: `a5` is dated five days ago. */
const uploads = (names: string) =>
  names
    .split(' ')
    .filter(Boolean)
    .map(name => ({ videoId: name, title: name, publishedAt: daysAgo(Number(name.slice(1))) }))
const ids = (names: string) => names.split(' ').filter(Boolean)
const late = (before: string, after: string, { isAll = false, at = daysAgo(0.1), gapless = after } = {}) => [
  ...findMadePublicLate({ videoIds: ids(before), isAll, at }, uploads(after), { videoIds: ids(gapless), isAll: false }),
]

describe('comparing two lists of a channel', () => {
  it.each([
    ['between two known ones', 'a1 b5 c9', 'a1 x3 b5 c9', ['x3']],
    ['even if there are two, newer than all known ones', 'a2 b5', 'x1 y1.5 a2 b5', ['x1', 'y1.5']],
    ['even if the oldest known one disappears', 'a1 b5 c9', 'a1 x3 b5', ['x3']],
  ])('a video made public late is detected %s', (_, before, after, expected) => {
    expect(late(before, after)).toEqual(expected)
  })

  it('a video made public late that is older than all others is detected if the previous list was complete', () => {
    expect(late('a1 b5', 'a1 b5 x900', { isAll: true })).toEqual(['x900'])
    expect(late('', 'x900', { isAll: true })).toEqual(['x900'])
  })

  it.each([
    ['a new upload', 'a1 b5', 'x0.01 a1 b5'],
    ['an older video that moves up into the list', 'a1 b5 c9', 'a1 c9 x12'],
    ['a video listed after all known ones are gone', 'a1 b5', 'x2 y3'],
    ['a video that was listed before', 'a1 b5 c9', 'a1 b5 c9'],
    ['a video with the same date as the oldest known one', 'a1 b5', 'a1 b5 x5'],
  ])('%s is not treated as made public late', (_, before, after) => {
    expect(late(before, after)).toEqual([])
  })

  it('a video dated in the same second as the previous list is not treated as made public late', () => {
    const at = new Date('2026-03-20T11:00:00.900Z')
    const upload = { videoId: 'x', title: '', publishedAt: new Date('2026-03-20T11:00:00Z') }
    const gapless = { videoIds: ['x', 'a5'], isAll: false }
    expect(findMadePublicLate({ videoIds: ['a5'], isAll: false, at }, [upload, ...uploads('a5')], gapless).size).toBe(0)
  })

  it('no video is treated as made public late in the first list or in a list with gaps', () => {
    const gapless = { videoIds: ['a1'], isAll: true }
    expect(findMadePublicLate(null, uploads('a1'), gapless).size).toBe(0)
    expect(findMadePublicLate({ videoIds: [], isAll: true, at: daysAgo(0.1) }, uploads('a1')).size).toBe(0)
    expect(late('a1 b9', 'a1 x5 b9', { gapless: 'a1' })).toEqual([])
  })
})

describe('the stored list', () => {
  it('the stored list includes ids of earlier lists, up to a limit', () => {
    const before = { videoIds: ['a', 'b'], isAll: false, at: daysAgo(1) }
    expect(nextListSnapshot(before, { videoIds: ['c', 'a'], isAll: true })).toEqual({
      videoIds: ['c', 'a', 'b'],
      isAll: true,
    })
    const many = Array.from({ length: 500 }, (_, at) => String(at))
    expect(nextListSnapshot(before, { videoIds: many, isAll: false })?.videoIds.length).toBeLessThan(200)
  })

  it('an empty list is not stored, because a fault would make every later upload look new', () => {
    expect(nextListSnapshot(null, { videoIds: [], isAll: true })).toBeNull()
    expect(nextListSnapshot(null, undefined)).toBeNull()
  })

  it('a video counts as watchable since now, or since the previous list after a long gap', () => {
    const listed = (days: number) => ({ videoIds: [], isAll: false, at: daysAgo(days) })
    expect(watchableSince(null, now)).toEqual(now)
    expect(watchableSince(listed(0.5), now)).toEqual(now)
    expect(watchableSince(listed(9), now)).toEqual(daysAgo(9))
  })
})
