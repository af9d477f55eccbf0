import { describe, expect, it } from 'vitest'
import { summarize } from '../src/index.ts'
import { allSentences } from './sentences.ts'

/** The summary of a talk with one sentence among empty ones. */
function written(sentence: string): string {
  const texts = ['So yeah.', sentence, 'And there we are.', 'Okay.', 'Right.']
  const segments = texts.map((text, i) => ({ text, startMs: i * 6000, endMs: i * 6000 + 5500 }))
  return allSentences(summarize({ segments, durationMs: 30_000, kind: 'auto' }))[0]?.text ?? ''
}

describe('summary sentences', () => {
  it.each([
    [
      'without full stops at hesitations',
      'We need a flag. for clients that disable the cache.',
      'We need a flag for clients that disable the cache.',
    ],
    [
      'without trailing dots',
      'The engine can… say a little more about testing the bridge.',
      'The engine can say a little more about testing the bridge.',
    ],
    [
      'without commas before a required noun',
      'We are testing our, bridge model in the, harbour basin.',
      'We are testing our bridge model in the harbour basin.',
    ],
    [
      'without the commas around a removed filler',
      'The engineers have, um, measured the bridge at noon.',
      'The engineers have measured the bridge at noon.',
    ],
    [
      'with intended commas',
      'The engineers, the mayor and the painters measured the bridge.',
      'The engineers, the mayor and the painters measured the bridge.',
    ],
    [
      'with the full stops of abbreviations',
      'The test compares steel vs. concrete under heavy load.',
      'The test compares steel vs. concrete under heavy load.',
    ],
    [
      'without an unpaired quotation mark',
      'Read this and build good bridges in your life."',
      'Read this and build good bridges in your life.',
    ],
    [
      'without repetitions of a word spoken three times',
      'We measured the the the bridge with steel cables.',
      'We measured the bridge with steel cables.',
    ],
    [
      'without a leading conjunction',
      'But the bridge carries nine lorries at once.',
      'The bridge carries nine lorries at once.',
    ],
  ])('summary sentences are written %s', (_, spoken, expected) => {
    expect(written(spoken)).toBe(expected)
  })
})
