import { expect, it } from 'vitest'
import type { Source } from '../src/index.ts'
import { summarizeInThread } from './in-thread.ts'
import { expectSound, prose, talkOf } from './odd-talks.ts'
import { sentencesOf } from './sentences.ts'

/** What grows with the square of the text takes hours; a slow machine gets its time. */
const MOST_MS = 180_000
const fiveMegabytes = () => talkOf(`The ${prose(14)}. So ${prose(10)}. `.repeat(35_000))

it.each<[string, () => Source]>([
  ['promotion that never ends its sentence', () => talkOf('free trial and a free week '.repeat(20_000))],
  ['nothing but commas', () => talkOf('word, '.repeat(100_000))],
  ['nothing but initials', () => talkOf('A.B.C. '.repeat(100_000))],
])('a megabyte and more is read in the time of reading: %s', async (_, source) => {
  expectSound(await summarizeInThread(source(), { mostMs: MOST_MS }))
})

it('a change of speaker at every word of a megabyte is read in the time of reading', async () => {
  expectSound(await summarizeInThread(talkOf('>> a '.repeat(1 << 18)), { mostMs: MOST_MS }))
})

it('a megabyte and more is read in the time of reading: a paragraph of five megabytes, and it gives a summary', async () => {
  const summary = await summarizeInThread(fiveMegabytes(), { mostMs: MOST_MS })
  expectSound(summary)
  expect(sentencesOf(summary).length).toBeGreaterThan(3)
})
