import { describe, expect, it, vi } from 'vitest'
import { renderMarkdown } from '../src/index.ts'
import { allSentences } from './sentences.ts'
import { summarizeInThread } from './summarize-in-thread.ts'
import { fixtureTalk } from './talks.ts'

vi.setConfig({ testTimeout: 120_000 })

const TEN_MINUTES_MS = 600_000
const FACT = 'The Selwick harbour tunnel opens in November and costs 412 million euros.'

describe.each([
  { track: 'without punctuation', number: 0, fact: FACT.toLowerCase().replaceAll('.', '') },
  { track: 'with punctuation', number: 1, fact: FACT },
])('twelve hours $track', ({ number, fact }) => {
  const { source } = fixtureTalk('yB6J5JILcak', number)

  // The benchmark measures exact figures; this only checks the total limit for twelve hours.
  it('twelve hours are summarised with limited memory, and every hour is represented', async () => {
    const summary = await summarizeInThread(source, { maxMs: 100_000, maxHeapMb: 450 })
    expect(renderMarkdown(summary).text.length).toBeLessThanOrEqual(10_000)
    expect(summary.coverage.read.at(-1)!.endMs).toBeGreaterThan(source.segments.at(-1)!.startMs)
    const hours = allSentences(summary).map(sentence => Math.floor(sentence.cites[0]!.startMs / 3_600_000))
    expect([...new Set(hours)].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, hour) => hour))
  })

  it('the long summary of twelve hours represents at least three quarters of all ten-minute windows', async () => {
    const summary = await summarizeInThread(source, { maxMs: 100_000, preset: 'long' })
    const cites = allSentences(summary).flatMap(sentence => sentence.cites)
    const windows = Array.from({ length: 72 }, (_, i) => i * TEN_MINUTES_MS)
    const represented = windows.filter(from =>
      cites.some(({ startMs, endMs }) => startMs < from + TEN_MINUTES_MS && endMs >= from),
    )
    expect(represented.length / windows.length).toBeGreaterThanOrEqual(0.75)
  })

  it('the summary of twelve hours includes a fact from the last minute after a long gap', async () => {
    const startMs = source.durationMs - 50_000
    const lastTalkMs = source.chapters!.at(-1)!.startMs
    const segments = source.segments.filter(segment => segment.startMs < lastTalkMs)
    const planted = { text: fact, startMs, endMs: startMs + 11_000 }
    const summary = await summarizeInThread({ ...source, segments: [...segments, planted] }, { maxMs: 100_000 })
    const found = allSentences(summary).filter(sentence => sentence.text.includes('412'))
    expect(found.map(({ support, cites }) => ({ support, cited: cites[0]!.startMs >= startMs }))).toEqual([
      { support: 'verified', cited: true },
    ])
  })
})
