import { describe, expect, it, vi } from 'vitest'
import { STOP_WORDS } from '../src/choosing/terms.ts'
import { type Source, type Span, type Summary, summarize } from '../src/index.ts'
import { allSentences } from './sentences.ts'
import { fixtureTalk, hasRecordings, recordedTalks, shortTalks } from './talks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const talks = [
  ...shortTalks().filter(talk => talk.source.language?.startsWith('en')),
  fixtureTalk('mZ81rCwe7Ss'),
  ...recordedTalks(),
].map(talk => ({ ...talk, summary: summarize(talk.source) }))

const isOrdered = (spans: readonly Span[]) =>
  spans.every((span, i) => span.startMs <= span.endMs && (i === 0 || spans[i - 1]!.endMs <= span.startMs))
const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
const isWithin = (inner: Span, outer: Span) => inner.startMs >= outer.startMs && inner.endMs <= outer.endMs

describe.each(talks)(`the summary of $name`, ({ source, summary }) => {
  it('every summary sentence cites a moment of the video', () => {
    expect(allSentences(summary).length).toBeGreaterThanOrEqual(3)
    for (const { text, cites } of allSentences(summary)) {
      expect(cites.length, text).toBeGreaterThanOrEqual(1)
      for (const { startMs, endMs } of cites) {
        expect([startMs, endMs].every(Number.isInteger), text).toBe(true)
        expect(0 <= startMs && startMs < endMs && endMs <= source.durationMs, `${text} ${startMs}–${endMs}`).toBe(true)
      }
    }
  })

  it('summary sentences only contain words spoken at the cited moments', () => {
    for (const { text, cites } of allSentences(summary)) {
      const spoken = new Set(
        source.segments
          .filter(segment => cites.some(cite => segment.startMs <= cite.endMs && segment.endMs >= cite.startMs))
          .flatMap(segment => wordsOf(segment.text)),
      )
      const added = wordsOf(text).filter(word => !STOP_WORDS.has(word) && !spoken.has(word))
      expect([text, added]).toEqual([text, []])
    }
  })

  it('summary sections and sentences are in the order of the video', () => {
    expect(isOrdered(summary.sections)).toBe(true)
    for (const section of summary.sections) {
      expect(section.sentences.length).toBeGreaterThan(0)
      const starts = section.sentences.map(sentence => sentence.cites[0]!.startMs)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      for (const cite of section.sentences.flatMap(sentence => sentence.cites))
        expect(isWithin(cite, section), `${section.title} ${cite.startMs}`).toBe(true)
    }
    const points = summary.inThreePoints.map(point => point.cites[0]!.startMs)
    expect(points).toEqual(points.toSorted((a, b) => a - b))
  })

  it('a summary has no duplicate sentences', () => {
    const texts = allSentences(summary).map(sentence => sentence.text)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('summary coverage matches the captions read and the moments cited', () => {
    const { coverage } = summary
    // Captions may end after the video.
    const clampToVideo = ({ startMs, endMs }: Span) => ({ startMs, endMs: Math.min(endMs, source.durationMs) })
    const isRead = (span: Span) => coverage.read.some(read => isWithin(clampToVideo(span), read))
    expect(coverage.durationMs).toBe(source.durationMs)
    expect(isOrdered(coverage.read) && isOrdered(coverage.represented)).toBe(true)
    expect(coverage.readMs).toBe(lengthOf(coverage.read))
    const english = source.segments.filter(s => !coverage.notEnglish.some(span => isWithin(s, span)))
    expect(english.filter(segment => !isRead(segment)).map(segment => segment.text)).toEqual([])
    expect(english.length).toBeGreaterThan(0.4 * source.segments.length)
    const cited = allSentences(summary).flatMap(sentence => sentence.cites)
    expect(cited.every(cite => coverage.represented.some(span => isWithin(cite, span)))).toBe(true)
    expect(lengthOf(coverage.represented)).toBeLessThanOrEqual(lengthOf(cited))
    expect(coverage.leftOut).toBe(0)
  })

  it('a summary counts its verified sentences', () => {
    const verified = allSentences(summary).filter(sentence => sentence.support === 'verified').length
    expect(summary.support).toEqual({ verified, total: allSentences(summary).length })
    expect(verified / summary.support.total).toBeGreaterThanOrEqual(0.9)
  })
})

it.each(talks.filter(({ source }) => source.durationMs >= 300_000))(
  'the summary of $name covers the beginning, the middle and the end',
  ({ source, summary }) => {
    const firstMs = source.segments[0]!.startMs
    const thirdMs = (lastEnglishMs(source, summary) - firstMs) / 3
    const thirds = summary.coverage.represented.map(span => Math.min(2, Math.floor((span.startMs - firstMs) / thirdMs)))
    expect([...new Set(thirds)].sort()).toEqual([0, 1, 2])
  },
)

it.each(talks.filter(({ source }) => (source.chapters?.length ?? 0) >= 3))(
  'the summary of $name uses the chapters of the video as sections',
  ({ source, summary }) => {
    const chapters = source.chapters!.map(chapter => chapter.title)
    const titles = summary.sections.map(section => section.title)
    expect(titles.filter(title => !chapters.includes(title))).toEqual([])
    expect(titles.length).toBeGreaterThanOrEqual(Math.min(4, chapters.length / 2))
  },
)

it.skipIf(!hasRecordings)('the citation tests include recorded captions', () => {
  expect(talks.filter(talk => !talk.video).length).toBeGreaterThan(5)
})

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}]+/gu) ?? []

const lastEnglishMs = ({ segments }: Source, { coverage }: Summary) =>
  coverage.notEnglish[0]?.startMs ?? segments.at(-1)!.endMs
