import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

/** A cue as `[start, text]` or `[start, end, text]` in seconds, or a string that is inserted verbatim. */
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
const parseLines = (...lines: Line[]) => {
  const outcome = parseCaptions(`WEBVTT\n\n${vtt(lines)}\n`)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return { order: outcome.segments.map(segment => [segment.startMs / 1000, segment.text]), repairs: outcome.repairs }
}

describe('a correct clock', () => {
  it('keeps the times of a correct clock with silences and beyond twelve hours', () => {
    const { order, repairs } = parseLines([3, 'a'], [900, 'b'], [40_000, 'c'], [43_190, 'd'], [43_202, 'e'])
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

it('keeps the last cue of a video that is too long', () => {
  expect(parseLines([1, 'a'], [43_201, 'b']).order.at(-1)?.[0]).toBe(43_201)
})

describe('a clock that starts at another hour', () => {
  const hour = 3_600
  test.each([
    ['1:00', 1 * hour + 3, 3],
    ['7:00', 7 * hour + 90, 90],
    ['10:00, with a long intro', 10 * hour + 600, 600],
    ['12:00', 12 * hour + 1, 1],
    ['13:00', 13 * hour, 0],
    ['23:00', 23 * hour + 30, 30],
    ['13:25, the time of day', 13.42 * hour, 0],
    ['27:00, beyond the stream clock', 27 * hour, 0],
    ['100:00', 100 * hour + 2, 0],
  ])('moves captions that start at %s to the start of the video', (_, firstSecond, begin) => {
    const { order, repairs } = parseLines([firstSecond, 'a'], [firstSecond + 5, 'b'], [firstSecond + 61, 'c'])
    expect(order).toEqual([
      [begin, 'a'],
      [begin + 5, 'b'],
      [begin + 61, 'c'],
    ])
    expect(repairs).toEqual(['clock'])
  })

  it('continues a time-of-day clock past midnight', () => {
    const late = 24 * hour - 10
    expect(parseLines([late, 'a'], [late + 6, 'b'], [3, 'c'], [9, 'd']).order).toEqual([
      [0, 'a'],
      [6, 'b'],
      [13, 'c'],
      [19, 'd'],
    ])
  })

  it('does not move captions that start in the middle of an hour', () => {
    expect(parseLines([2.5 * hour, 'a'], [2.5 * hour + 5, 'b']).order[0]).toEqual([2.5 * hour, 'a'])
  })

  it('does not move captions delivered with their video', () => {
    const outcome = parseCaptions(vtt([[hour + 3, 'a']]), { isVideoClock: true })
    expect(outcome).toMatchObject({ segments: [{ startMs: (hour + 3) * 1000 }], repairs: [] })
  })
})

describe('a clock that jumps', () => {
  it('sorts a few cues that are out of order', () => {
    expect(parseLines([4, 'b'], [1, 'a'], [8, 'c'])).toEqual({
      order: [
        [1, 'a'],
        [4, 'b'],
        [8, 'c'],
      ],
      repairs: ['clock'],
    })
  })

  it('sorts an unordered file', () => {
    const seconds = Array.from({ length: 300 }, (_, at) => at * 4)
    const mixed = seconds.map((_, at) => seconds[(at * 127) % 300] as number)
    const { order } = parseLines(...mixed.map((second): Line => [second, `word${second}`]))
    expect(order).toEqual(seconds.map(second => [second, `word${second}`]))
  })

  it('moves a clock that was never set to zero', () => {
    expect(parseLines([360_001, 'a'], [360_005, 'b'])).toEqual({
      order: [
        [0, 'a'],
        [4, 'b'],
      ],
      repairs: ['clock'],
    })
  })

  it('moves a block from another place in the file into the gap where its timestamps fit', () => {
    const { order } = parseLines([600, 'c'], [605, 'd'], [0, 'a'], [5, 'b'], [700, 'e'])
    expect(order).toEqual([
      [0, 'a'],
      [5, 'b'],
      [600, 'c'],
      [605, 'd'],
      [700, 'e'],
    ])
  })

  it('moves a cue that a player flushed at the end back to its time', () => {
    const { order } = parseLines([0, 30, 'a'], [40, 'c'], [45, 60, 'd'], [31, 34, 'b'])
    expect(order).toEqual([
      [0, 'a'],
      [31, 'b'],
      [40, 'c'],
      [45, 'd'],
    ])
  })

  it('places a second recording after the first', () => {
    const first: Line[] = [
      [1, 4, 'a'],
      [5, 60, 'b'],
    ]
    const { order } = parseLines(...first, 'WEBVTT', [0, 4, 'c'], [5, 9, 'd'], [200, 204, 'e'])
    expect(order).toEqual([
      [1, 'a'],
      [5, 'b'],
      [60, 'c'],
      [65, 'd'],
      [260, 'e'],
    ])
  })

  it('places a second recording in SRT, recognized by its restarted indices, after the first', () => {
    const block = (word: string) =>
      [1, 2, 3].map(at => `${at}\n00:00:0${at * 2},000 --> 00:00:0${at * 2 + 1},000\n${word}${at}\n`).join('\n')
    const outcome = parseCaptions(`${block('a')}\n${block('b')}`)
    expect(outcome.kind === 'captions' && outcome.segments.map(({ startMs, text }) => [startMs, text])).toEqual([
      [2000, 'a1'],
      [4000, 'a2'],
      [6000, 'a3'],
      [7000, 'b1'],
      [9000, 'b2'],
      [11_000, 'b3'],
    ])
  })

  it('moves the cues before a clock correction back by the overlap', () => {
    const { order } = parseLines([116.5, 120, 'a'], [121, 240, 'b'], [240, 250, 'c'], [134, 140, 'd'], [140, 145, 'e'])
    expect(order).toEqual([
      [0.5, 'a'],
      [5, 'b'],
      [124, 'c'],
      [134, 'd'],
      [140, 'e'],
    ])
  })

  it('unwraps timestamps beyond the 33-bit stream clock', () => {
    const period = 2 ** 33 / 90_000
    const { order } = parseLines([10, 12, 'a'], [period + 12.5, period + 14, 'b'], [period + 15, period + 16, 'c'])
    expect(order).toEqual([
      [10, 'a'],
      [12.5, 'b'],
      [15, 'c'],
    ])
  })

  it('ignores a clock leap to beyond fifteen hours', () => {
    expect(parseLines([10, 12, 'a'], [80_000, 80_003, 'b'], [80_005, 80_006, 'c']).order).toEqual([
      [10, 'a'],
      [12, 'b'],
      [17, 'c'],
    ])
  })

  it('subtracts the hours of a broadcast clock', () => {
    expect(parseLines([36_010, 'a'], [36_020, 'b'])).toEqual({
      order: [
        [10, 'a'],
        [20, 'b'],
      ],
      repairs: ['clock'],
    })
  })

  it('ignores the end of a cue that is before its start', () => {
    const outcome = parseCaptions('1\n00:00:05,000 --> 00:00:01,000\nhello\n')
    expect(outcome).toMatchObject({ segments: [{ startMs: 5000, endMs: 5400 }] })
  })
})

describe('stream fragments', () => {
  const header = (seconds: number) => `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00.000,MPEGTS:${seconds * 90_000}`

  it('places stream fragments relative to the first, each with its own local clock', () => {
    const text = vtt([header(10), [0, 4, 'a'], header(15), [0, 3, 'b'], [3, 5, 'c'], header(20), [1, 2, 'd']])
    const outcome = parseCaptions(text)
    expect(outcome.kind === 'captions' && outcome.segments.map(s => [s.startMs / 1000, s.text])).toEqual([
      [0, 'a'],
      [5, 'b'],
      [8, 'c'],
      [11, 'd'],
    ])
  })

  it('does not move a file with a single stream header', () => {
    const outcome = parseCaptions(vtt([header(10), [1, 4, 'a'], [5, 6, 'b']]))
    expect(outcome).toMatchObject({ segments: [{ startMs: 1000 }, { startMs: 5000 }], repairs: [] })
  })

  it('places stream fragments after a part without a header', () => {
    const outcome = parseCaptions(vtt([[0, 4, 'a'], [4, 9, 'b'], header(10), [0, 3, 'c'], header(15), [0, 3, 'd']]))
    expect(outcome.kind === 'captions' && outcome.segments.map(s => s.startMs / 1000)).toEqual([0, 4, 10, 15])
  })
})

test('orders any timestamps without making the video longer', () => {
  const lines: Line[] = Array.from({ length: 400 }, (_, at) => [(at * 7_919) % 30_011, `w${at}`])
  const { order } = parseLines(...lines)
  expect(order).toHaveLength(400)
  const times = order.map(([at]) => Number(at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(30_011)
})
