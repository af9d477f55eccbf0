import { expect } from 'vitest'
import { renderMarkdown, type Segment, type Source, type Summary } from '../src/index.ts'
import { allSentences, visibleText } from './sentences.ts'

export const MINUTE = 60_000
export const caption = (text: string, startMs = 0, endMs = MINUTE): Segment => ({ text, startMs, endMs })
export const createTalk = (text: string): Source => ({ segments: [caption(text)], durationMs: MINUTE })

/** Deterministic text without meaning. */
const VOCABULARY = 'the engine reads every word of a talk because people want short texts and machines help them'.split(
  ' ',
)
export const prose = (words: number) =>
  Array.from({ length: words }, (_, i) => VOCABULARY[(i * 7 + ((i * i) >> 3)) % VOCABULARY.length]).join(' ')

/** Expects everything that must be true of any summary, whatever the input. */
export function expectValidSummary(summary: Summary): void {
  const { coverage } = summary
  expect(JSON.parse(JSON.stringify(summary))).toEqual(summary)
  for (const { text, cites } of allSentences(summary)) {
    expect(text).toMatch(/\S[.!?]["')]*$/)
    expect(cites.length).toBeGreaterThan(0)
    for (const { startMs, endMs } of cites)
      expect(0 <= startMs && startMs <= endMs && endMs <= coverage.durationMs).toBe(true)
  }
  expect(visibleText(summary).replaceAll('\n', ' ')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]|<|>|&(amp|lt|gt|#)/u)
  expect(renderMarkdown(summary).text.length).toBeLessThanOrEqual(10_000)
}
