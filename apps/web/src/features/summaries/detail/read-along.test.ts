import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleContent, sampleTimings } from '../../../test/server/samples.ts'
import { findTiming, timingAt, wordAt, wordStarts, writtenWords } from './read-along.ts'

const timings = sampleTimings(sampleContent())

describe('timings', () => {
  test('the timing at a position is the last that has started', () => {
    for (const timing of timings) {
      expect(timingAt(timings, timing.startMs)).toBe(timing)
      expect(timingAt(timings, timing.endMs - 1)).toBe(timing)
    }
  })

  test('there is no timing before the first one starts', () => {
    expect(timingAt(timings, 0)).toBeNull()
  })

  test('each sentence has its own timing', () => {
    expect(findTiming(timings, { section: 2, sentence: 1 })).toMatchObject({ section: 2, sentence: 1 })
    expect(findTiming(timings, { section: 99, sentence: 0 })).toBeUndefined()
  })
})

describe('word starts', () => {
  const spoken = (words: string, everyMs = 100) =>
    words.split(' ').map((text, at) => ({ text, startMs: at * everyMs, endMs: (at + 1) * everyMs }))

  test('words that are spoken as written start at their spoken times', () => {
    expect(wordStarts('Wind moves bridges.', spoken('wind moves bridges'), 0, 300)).toEqual([0, 100, 200])
  })

  test('the written word "$5" stays current while "five dollars" is spoken', () => {
    const starts = wordStarts('It costs $5 today', spoken('it costs five dollars today'), 0, 500)
    expect(starts[0]).toBe(0)
    expect(starts[1]).toBe(100)
    expect(starts[2]).toBeGreaterThan(100)
    expect(starts[2]).toBeLessThan(400)
    expect(starts[3]).toBe(400)
  })

  test('without word times, the sentence is divided by word length', () => {
    expect(wordStarts('aaaa bbbb', [], 0, 900)).toEqual([0, 500])
  })

  test('each written word has one start, in order and within the sentence, for any spoken words', () => {
    const word = fc.stringMatching(/^[a-z$0-9.]{1,6}$/)
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 12 }),
        fc.array(word, { maxLength: 12 }),
        (written, spokenWords) => {
          const text = written.join(' ')
          const starts = wordStarts(text, spokenWords.length ? spoken(spokenWords.join(' '), 50) : [], 0, 1000)
          expect(starts).toHaveLength(writtenWords(text).length)
          expect(starts).toEqual(starts.toSorted((a, b) => a - b))
          expect(Math.min(...starts)).toBeGreaterThanOrEqual(0)
          expect(Math.max(...starts)).toBeLessThanOrEqual(1000)
        },
      ),
    )
  })

  test('the current word is the last that has started', () => {
    expect(wordAt([0, 100, 250], 99)).toBe(0)
    expect(wordAt([0, 100, 250], 250)).toBe(2)
    expect(wordAt([50], 10)).toBe(-1)
  })
})
