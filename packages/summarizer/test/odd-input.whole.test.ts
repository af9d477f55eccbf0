import { describe, expect, it } from 'vitest'
import type { Source } from '../src/index.ts'
import { caption, createTalk, expectValidSummary, prose } from './odd-talks.ts'
import { allSentences } from './sentences.ts'
import { summarizeInThread } from './summarize-in-thread.ts'

/** Generous for slow machines. Code with quadratic time would take hours. */
const MAX_MS = 180_000
const fiveMegabytes = () => createTalk(`The ${prose(14)}. So ${prose(10)}. `.repeat(35_000))

it.each<[string, () => Source]>([
  ['promotion that never ends its sentence', () => createTalk('free trial and a free week '.repeat(20_000))],
  ['only commas', () => createTalk('word, '.repeat(100_000))],
  ['only initials', () => createTalk('A.B.C. '.repeat(100_000))],
])('more than a megabyte of captions is summarised in linear time: %s', async (_, source) => {
  expectValidSummary(await summarizeInThread(source(), { maxMs: MAX_MS }))
})

it('a megabyte of captions with a speaker change at every word is summarised in linear time', async () => {
  expectValidSummary(await summarizeInThread(createTalk('>> a '.repeat(1 << 18)), { maxMs: MAX_MS }))
})

it('a paragraph of five megabytes is summarised in linear time', async () => {
  const summary = await summarizeInThread(fiveMegabytes(), { maxMs: MAX_MS })
  expectValidSummary(summary)
  expect(allSentences(summary).length).toBeGreaterThan(3)
})

/** Time limits are generous: a busy machine is several times slower, while code that hangs never finishes. */
describe('extreme input', () => {
  it.each<[string, () => Source]>([
    [
      '200,000 captions of one word',
      () => ({
        segments: prose(200_000)
          .split(' ')
          .map((word, i) => caption(word, i * 200, i * 200 + 200)),
        durationMs: 40_000_000,
      }),
    ],
    ['a word repeated 100,000 times in one caption', () => createTalk('buffalo '.repeat(100_000))],
    [
      'a word repeated in 100,000 captions',
      () => ({
        segments: Array.from({ length: 100_000 }, (_, i) => caption('no', i * 100, i * 100 + 100)),
        durationMs: 10_000_000,
      }),
    ],
    ['a megabyte of full stops', () => createTalk('.'.repeat(1 << 20))],
    ['a megabyte of spaces', () => createTalk(`here${' '.repeat(1 << 20)}there`)],
    ['a megabyte of opening brackets', () => createTalk('[('.repeat(1 << 19))],
    ['a megabyte of lines', () => createTalk(`so${'\n'.repeat(1 << 20)}- we`)],
    ['a megabyte of digits', () => createTalk('1,234.'.repeat(1 << 17))],
    [
      'five thousand chapters',
      () => ({
        ...createTalk(`${prose(20)}. `.repeat(50)),
        chapters: Array.from({ length: 5000 }, (_, i) => ({ title: `Chapter ${i}`, startMs: i * 10 })),
      }),
    ],
  ])('extreme input is summarised in bounded time: %s', async (_, source) => {
    expectValidSummary(await summarizeInThread(source(), { maxMs: 30_000 }))
  })

  it('extreme input is summarised in bounded time: 150,000 words in one caption', async () => {
    const source = createTalk(`The ${prose(14)}. So ${prose(10)}. `.repeat(6000))
    expectValidSummary(await summarizeInThread(source, { maxMs: 30_000 }))
  })

  it('extreme input is summarised in bounded time: a word of a third of a megabyte', async () => {
    expectValidSummary(await summarizeInThread(createTalk('a'.repeat(300_000)), { maxMs: 8000 }))
  })
})
