import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

/** Cues as `[start, text]` or `[start, end, text]` in seconds; a string is written between them as it stands. */
type Line = [number, string] | [number, number, string] | string

const stamp = (seconds: number) => {
  const ms = Math.round(seconds * 1000)
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, (ms % 60_000) / 1000]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:${rest.toFixed(3).padStart(6, '0')}`
}
const vtt = (lines: readonly Line[]) =>
  lines
    .map(line => {
      if (typeof line === 'string') return line
      const [start, end, text] = line.length === 2 ? [line[0], line[0] + 2, line[1]] : line
      return `${stamp(start)} --> ${stamp(end)}\n${text}`
    })
    .join('\n\n')
const placed = (...lines: Line[]) => {
  const outcome = parseCaptions(`WEBVTT\n\n${vtt(lines)}\n`)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return { order: outcome.segments.map(segment => [segment.startMs / 1000, segment.text]), repairs: outcome.repairs }
}

describe('a clock that runs is left alone', () => {
  it('with silences and past twelve hours', () => {
    const { order, repairs } = placed([3, 'a'], [900, 'b'], [40_000, 'c'], [43_190, 'd'], [43_202, 'e'])
    expect(order).toEqual([
      [3, 'a'],
      [900, 'b'],
      [40_000, 'c'],
      [43_190, 'd'],
      [43_202, 'e'],
    ])
    expect(repairs).toEqual([])
  })
})

it('a video that is too long is seen to be by its last cue', () => {
  expect(placed([1, 'a'], [43_201, 'b']).order.at(-1)?.[0]).toBe(43_201)
})

describe('a clock that begins at another hour is moved to the beginning', () => {
  const hour = 3_600
  test.each([
    ['at one', 1 * hour + 3, 3],
    ['at seven', 7 * hour + 90, 90],
    ['at ten, with a long prelude', 10 * hour + 600, 600],
    ['at noon', 12 * hour + 1, 1],
    ['at thirteen', 13 * hour, 0],
    ['at 23', 23 * hour + 30, 30],
    ['at 13:25, the time of day', 13.42 * hour, 0],
    ['at 27, beyond the clock of streams', 27 * hour, 0],
    ['at a hundred', 100 * hour + 2, 0],
  ])('%s', (_, firstSecond, begin) => {
    const { order, repairs } = placed([firstSecond, 'a'], [firstSecond + 5, 'b'], [firstSecond + 61, 'c'])
    expect(order).toEqual([
      [begin, 'a'],
      [begin + 5, 'b'],
      [begin + 61, 'c'],
    ])
    expect(repairs).toEqual(['clock'])
  })

  it('and goes on past midnight', () => {
    const late = 24 * hour - 10
    expect(placed([late, 'a'], [late + 6, 'b'], [3, 'c'], [9, 'd']).order).toEqual([
      [0, 'a'],
      [6, 'b'],
      [13, 'c'],
      [19, 'd'],
    ])
  })

  it('but not where speech begins in the middle of an hour', () => {
    expect(placed([2.5 * hour, 'a'], [2.5 * hour + 5, 'b']).order[0]).toEqual([2.5 * hour, 'a'])
  })

  it('nor where the captions came with their video', () => {
    const outcome = parseCaptions(vtt([[hour + 3, 'a']]), { isVideoClock: true })
    expect(outcome).toMatchObject({ segments: [{ startMs: (hour + 3) * 1000 }], repairs: [] })
  })
})

describe('a clock that jumps is put right', () => {
  it('a few cues out of order are sorted', () => {
    expect(placed([4, 'b'], [1, 'a'], [8, 'c'])).toEqual({
      order: [
        [1, 'a'],
        [4, 'b'],
        [8, 'c'],
      ],
      repairs: ['clock'],
    })
  })

  it('a file in no order is sorted', () => {
    const seconds = Array.from({ length: 300 }, (_, at) => at * 4)
    const mixed = seconds.map((_, at) => seconds[(at * 127) % 300] as number)
    const { order } = placed(...mixed.map((second): Line => [second, `word${second}`]))
    expect(order).toEqual(seconds.map(second => [second, `word${second}`]))
  })

  it('a clock that was never set to the video begins at zero', () => {
    expect(placed([360_001, 'a'], [360_005, 'b'])).toEqual({
      order: [
        [0, 'a'],
        [4, 'b'],
      ],
      repairs: ['clock'],
    })
  })

  it('a block written in another place goes where its stamps fall into a hole', () => {
    const { order } = placed([600, 'c'], [605, 'd'], [0, 'a'], [5, 'b'], [700, 'e'])
    expect(order).toEqual([
      [0, 'a'],
      [5, 'b'],
      [600, 'c'],
      [605, 'd'],
      [700, 'e'],
    ])
  })

  it('a cue that a player flushed at the end goes back to its moment', () => {
    const { order } = placed([0, 30, 'a'], [40, 'c'], [45, 60, 'd'], [31, 34, 'b'])
    expect(order).toEqual([
      [0, 'a'],
      [31, 'b'],
      [40, 'c'],
      [45, 'd'],
    ])
  })

  it('a second recording follows the first', () => {
    const first: Line[] = [
      [1, 4, 'a'],
      [5, 60, 'b'],
    ]
    const { order } = placed(...first, 'WEBVTT', [0, 4, 'c'], [5, 9, 'd'], [200, 204, 'e'])
    expect(order).toEqual([
      [1, 'a'],
      [5, 'b'],
      [60, 'c'],
      [65, 'd'],
      [260, 'e'],
    ])
  })

  it('so does one in SRT, known by its count', () => {
    const block = (word: string) =>
      [1, 2, 3].map(at => `${at}\n00:00:0${at * 2},000 --> 00:00:0${at * 2 + 1},000\n${word}${at}\n`).join('\n')
    const outcome = parseCaptions(`${block('a')}\n${block('b')}`)
    expect(outcome.kind === 'captions' && outcome.segments.map(s => [s.startMs, s.text])).toEqual([
      [2000, 'a1'],
      [4000, 'a2'],
      [6000, 'a3'],
      [7000, 'b1'],
      [9000, 'b2'],
      [11_000, 'b3'],
    ])
  })

  it('a clock that was set back was ahead before', () => {
    const { order } = placed([116.5, 120, 'a'], [121, 240, 'b'], [240, 250, 'c'], [134, 140, 'd'], [140, 145, 'e'])
    expect(order).toEqual([
      [0.5, 'a'],
      [5, 'b'],
      [124, 'c'],
      [134, 'd'],
      [140, 'e'],
    ])
  })

  it('a stamp beyond the 33 bits of a stream clock has wrapped', () => {
    const turn = 2 ** 33 / 90_000
    const { order } = placed([10, 12, 'a'], [turn + 12.5, turn + 14, 'b'], [turn + 15, turn + 16, 'c'])
    expect(order).toEqual([
      [10, 'a'],
      [12.5, 'b'],
      [15, 'c'],
    ])
  })

  it('a leap beyond fifteen hours is a slip', () => {
    expect(placed([10, 12, 'a'], [80_000, 80_003, 'b'], [80_005, 80_006, 'c']).order).toEqual([
      [10, 'a'],
      [12, 'b'],
      [17, 'c'],
    ])
  })

  it('a broadcast clock loses its hours', () => {
    expect(placed([36_010, 'a'], [36_020, 'b'])).toEqual({
      order: [
        [10, 'a'],
        [20, 'b'],
      ],
      repairs: ['clock'],
    })
  })

  it('an end before its beginning is not believed', () => {
    const outcome = parseCaptions('1\n00:00:05,000 --> 00:00:01,000\nhello\n')
    expect(outcome).toMatchObject({ segments: [{ startMs: 5000, endMs: 5400 }] })
  })
})

describe('fragments of a stream stand where their headers say', () => {
  const header = (seconds: number) => `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00.000,MPEGTS:${seconds * 90_000}`

  it('counted from the first, each on its own local clock', () => {
    const text = vtt([header(10), [0, 4, 'a'], header(15), [0, 3, 'b'], [3, 5, 'c'], header(20), [1, 2, 'd']])
    const outcome = parseCaptions(text)
    expect(outcome.kind === 'captions' && outcome.segments.map(s => [s.startMs / 1000, s.text])).toEqual([
      [0, 'a'],
      [5, 'b'],
      [8, 'c'],
      [11, 'd'],
    ])
  })

  it('but one header for a whole file moves nothing', () => {
    const outcome = parseCaptions(vtt([header(10), [1, 4, 'a'], [5, 6, 'b']]))
    expect(outcome).toMatchObject({ segments: [{ startMs: 1000 }, { startMs: 5000 }], repairs: [] })
  })

  it('after a part without header, where that ended', () => {
    const outcome = parseCaptions(vtt([[0, 4, 'a'], [4, 9, 'b'], header(10), [0, 3, 'c'], header(15), [0, 3, 'd']]))
    expect(outcome.kind === 'captions' && outcome.segments.map(s => s.startMs / 1000)).toEqual([0, 4, 10, 15])
  })
})

test('whatever the stamps, instants are in order and no video grows beyond what was said', () => {
  const lines: Line[] = Array.from({ length: 400 }, (_, at) => [(at * 7_919) % 30_011, `w${at}`])
  const { order } = placed(...lines)
  expect(order).toHaveLength(400)
  const instants = order.map(([at]) => Number(at))
  expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  expect(instants.at(-1)).toBeLessThan(30_011)
})
