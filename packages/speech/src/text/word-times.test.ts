import { describe, expect, it } from 'vitest'
import { alignWordTimes, type TimedToken } from './word-times.ts'

/** Consecutive tokens of 100 ms each. */
const tokensOf = (...texts: string[]): TimedToken[] =>
  texts.map((text, index) => ({ text, startMs: index * 100, endMs: index * 100 + 100 }))
const spans = (written: string, tokens: TimedToken[]) =>
  alignWordTimes(written, tokens).map(({ text, startMs, endMs }) => `${text} ${startMs}–${endMs}`)

describe('wordTimes', () => {
  it('word times are those of the tokens if words and tokens match', () => {
    expect(spans('Trees cool streets.', tokensOf('Trees', 'cool', 'streets.'))).toEqual([
      'Trees 0–100',
      'cool 100–200',
      'streets. 200–300',
    ])
  })

  it('word times exclude punctuation that the voice reports as separate tokens', () => {
    expect(spans('“Yes,” she said.', tokensOf('“', 'Yes', ',', '”', 'she', 'said', '.'))).toEqual([
      '“Yes,” 100–200',
      'she 400–500',
      'said. 500–600',
    ])
  })

  it('a word spans several tokens or a part of one if the voice splits the text differently', () => {
    expect(spans('It rose 40–60 °C.', tokensOf('It', 'rose', 'forty', 'to', 'sixty', 'degrees', 'Celsius'))).toEqual([
      'It 0–100',
      'rose 100–200',
      '40–60 200–500',
      '°C. 500–700',
    ])
    expect(spans('New York City', tokensOf('New York', 'City'))).toEqual(['New 0–43', 'York 43–100', 'City 100–200'])
  })

  it('word times are right if the voice reads a number differently, skips a word or repeats one', () => {
    expect(spans('In 1999 it ended.', tokensOf('In', 'one', 'thousand', 'nine', 'it', 'ended'))).toEqual([
      'In 0–100',
      expect.stringMatching(/^1999 \d+–400$/),
      'it 400–500',
      'ended. 500–600',
    ])
    expect(spans('one two three', [tokensOf('one')[0]!, { text: 'three', startMs: 300, endMs: 400 }])).toEqual([
      'one 0–100',
      'two 100–300',
      'three 300–400',
    ])
    expect(spans('one two', tokensOf('one', 'one', 'two', 'two'))).toHaveLength(2)
  })

  it('words that are not spoken have no duration', () => {
    expect(spans('Tea — 🙂 now', tokensOf('Tea', 'now'))).toEqual([
      'Tea 0–100',
      '— 100–100',
      '🙂 100–100',
      'now 100–200',
    ])
  })

  it('word times never overlap or run backwards, even if those of the voice do', () => {
    const invalid = [
      { text: 'b', startMs: 500, endMs: 400 },
      { text: 'a', startMs: -50, endMs: 10_000 },
      { text: 'c', startMs: 20, endMs: 30 },
    ]
    let last = 0
    for (const { startMs, endMs } of alignWordTimes('a b c d', invalid)) {
      expect(startMs).toBeGreaterThanOrEqual(last)
      expect(endMs).toBeGreaterThanOrEqual(startMs)
      last = endMs
    }
  })

  it('word times are empty if the voice reports none', () => {
    expect(alignWordTimes('Anything.', [])).toEqual([])
    expect(alignWordTimes('Anything.', [{ text: '…', startMs: 0, endMs: 5 }])).toEqual([])
  })
})
