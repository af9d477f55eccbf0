import { describe, expect, it } from 'vitest'
import { summarize } from '../src/index.ts'
import { sentencesOf } from './sentences.ts'

/** A talk of one sentence, said among others that say nothing. */
function written(sentence: string): string {
  const filler = ['So yeah.', sentence, 'And there we are.', 'Okay.', 'Right.']
  const segments = filler.map((text, i) => ({ text, startMs: i * 6000, endMs: i * 6000 + 5500 }))
  return sentencesOf(summarize({ segments, durationMs: 30_000, kind: 'auto' }))[0]?.text ?? ''
}

describe('a spoken sentence is written', () => {
  it.each([
    [
      'without the stops of hesitation',
      'We need a flag. for clients that disable the cache.',
      'We need a flag for clients that disable the cache.',
    ],
    [
      'without trailing dots',
      'The engine can… say a little more about testing the bridge.',
      'The engine can say a little more about testing the bridge.',
    ],
    [
      'without commas where a noun must follow',
      'We are testing our, bridge model in the, harbour basin.',
      'We are testing our bridge model in the harbour basin.',
    ],
    [
      'without the comma a filler leaves behind',
      'The engineers have, um, measured the bridge at noon.',
      'The engineers have measured the bridge at noon.',
    ],
    [
      'with commas that are meant',
      'The engineers, the mayor and the painters measured the bridge.',
      'The engineers, the mayor and the painters measured the bridge.',
    ],
    [
      'with the stops of abbreviations',
      'The test compares steel vs. concrete under heavy load.',
      'The test compares steel vs. concrete under heavy load.',
    ],
    [
      'without a quotation mark that closes nothing',
      'Read this and build good bridges in your life."',
      'Read this and build good bridges in your life.',
    ],
    [
      'without a word said three times',
      'We measured the the the bridge with steel cables.',
      'We measured the bridge with steel cables.',
    ],
    [
      'without the conjunction that only holds the floor',
      'But the bridge carries nine lorries at once.',
      'The bridge carries nine lorries at once.',
    ],
  ])('%s', (_, said, expected) => {
    expect(written(said)).toBe(expected)
  })
})
