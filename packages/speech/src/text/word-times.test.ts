import { describe, expect, it } from 'vitest'
import { type HeardToken, wordTimes } from './word-times.ts'

/** Tokens of 100 ms each, one after the other. */
const heard = (...texts: string[]): HeardToken[] =>
  texts.map((text, index) => ({ text, startMs: index * 100, endMs: index * 100 + 100 }))
const spans = (written: string, tokens: HeardToken[]) =>
  wordTimes(written, tokens).map(({ text, startMs, endMs }) => `${text} ${startMs}–${endMs}`)

describe('the times of written words', () => {
  it('are those of the tokens where both are the same', () => {
    expect(spans('Trees cool streets.', heard('Trees', 'cool', 'streets.'))).toEqual([
      'Trees 0–100',
      'cool 100–200',
      'streets. 200–300',
    ])
  })

  it('leave out marks that are told apart', () => {
    expect(spans('“Yes,” she said.', heard('“', 'Yes', ',', '”', 'she', 'said', '.'))).toEqual([
      '“Yes,” 100–200',
      'she 400–500',
      'said. 500–600',
    ])
  })

  it('span several tokens, and share one, where the voice cuts otherwise', () => {
    expect(spans('It rose 40–60 °C.', heard('It', 'rose', 'forty', 'to', 'sixty', 'degrees', 'Celsius'))).toEqual([
      'It 0–100',
      'rose 100–200',
      '40–60 200–500',
      '°C. 500–700',
    ])
    expect(spans('New York City', heard('New York', 'City'))).toEqual(['New 0–43', 'York 43–100', 'City 100–200'])
  })

  it('are right though a voice says a number otherwise, leaves a word out or tells it twice', () => {
    expect(spans('In 1999 it ended.', heard('In', 'one', 'thousand', 'nine', 'it', 'ended'))).toEqual([
      'In 0–100',
      expect.stringMatching(/^1999 \d+–400$/),
      'it 400–500',
      'ended. 500–600',
    ])
    expect(spans('one two three', [heard('one')[0]!, { text: 'three', startMs: 300, endMs: 400 }])).toEqual([
      'one 0–100',
      'two 100–300',
      'three 300–400',
    ])
    expect(spans('one two', heard('one', 'one', 'two', 'two'))).toHaveLength(2)
  })

  it('are none of their own for what is not said', () => {
    expect(spans('Tea — 🙂 now', heard('Tea', 'now'))).toEqual(['Tea 0–100', '— 100–100', '🙂 100–100', 'now 100–200'])
  })

  it('never overlap and never go back, whatever is told', () => {
    const odd = [
      { text: 'b', startMs: 500, endMs: 400 },
      { text: 'a', startMs: -50, endMs: 10_000 },
      { text: 'c', startMs: 20, endMs: 30 },
    ]
    let last = 0
    for (const { startMs, endMs } of wordTimes('a b c d', odd)) {
      expect(startMs).toBeGreaterThanOrEqual(last)
      expect(endMs).toBeGreaterThanOrEqual(startMs)
      last = endMs
    }
  })

  it('are not told where the voice tells none', () => {
    expect(wordTimes('Anything.', [])).toEqual([])
    expect(wordTimes('Anything.', [{ text: '…', startMs: 0, endMs: 5 }])).toEqual([])
  })
})
