import { describe, expect, it, vi } from 'vitest'
import { type Source, summarize } from '../src/index.ts'
import { allSentences } from './sentences.ts'
import { findVideo, fixtureTalk } from './talks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

/** Timestamps of speaker changes. */
const changesIn = (id: string) =>
  findVideo(id)
    .tracks[0]!.lines()
    .filter(line => line.isSpeakerChange)
    .map(line => line.startMs)

function expectOneSpeakerPerSentence(source: Source, changes: readonly number[]): void {
  expect(changes.length).toBeGreaterThan(20)
  const sentences = allSentences(summarize(source, { preset: 'long' }))
  expect(sentences.length).toBeGreaterThan(20)
  for (const { text, cites } of sentences)
    for (const { startMs, endMs } of cites)
      expect([text, changes.filter(change => startMs + 400 < change && change < endMs - 400)]).toEqual([text, []])
}

describe('sentences in conversations', () => {
  it('a sentence has one speaker if the captions have punctuation and mark speaker changes', () => {
    expectOneSpeakerPerSentence(fixtureTalk('llQpLOoafLY').source, changesIn('llQpLOoafLY'))
  })

  const changes = changesIn('na5UGJD1tfg')
  const { source } = fixtureTalk('na5UGJD1tfg')
  const withSpeakers = (mark: object | ((speaker: number) => object)): Source => {
    let speaker = 0
    const segments = source.segments.map(segment => {
      const isChange = changes.some(change => Math.abs(segment.startMs - change) < 2)
      if (isChange) speaker++
      return { ...segment, ...(typeof mark === 'function' ? mark(speaker) : isChange ? mark : {}) }
    })
    return { ...source, segments }
  }

  it('a sentence has one speaker if the captions have no punctuation but name the speakers', () => {
    expectOneSpeakerPerSentence(
      withSpeakers(speaker => ({ speaker: speaker % 2 ? 'Doctor' : 'Host' })),
      changes,
    )
  })

  it('a sentence has one speaker if the captions have no punctuation but mark speaker changes', () => {
    expectOneSpeakerPerSentence(withSpeakers({ turn: true }), changes)
  })
})

it('a sentence does not continue after a silence of ten minutes', () => {
  const { source } = fixtureTalk('RcleC_TfbmQ')
  const { segments } = source
  for (const cut of [40, 80, 120, 160, 200]) {
    const parted = segments.map((segment, i) =>
      i < cut ? segment : { text: segment.text, startMs: segment.startMs + 600_000, endMs: segment.endMs + 600_000 },
    )
    const summary = summarize({ ...source, segments: parted, durationMs: source.durationMs + 600_000 }, { words: 2000 })
    for (const { text, cites } of allSentences(summary))
      for (const { startMs, endMs } of cites) expect([text, endMs - startMs < 120_000]).toEqual([text, true])
  }
})
