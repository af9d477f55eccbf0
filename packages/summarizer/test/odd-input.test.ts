import { describe, expect, it, vi } from 'vitest'
import { renderMarkdown, type Segment, type Source, summarize } from '../src/index.ts'
import { caption, createTalk, expectValidSummary, MINUTE } from './odd-talks.ts'
import { allSentences, visibleText } from './sentences.ts'
import { fixtureTalk } from './talks.ts'

vi.setConfig({ testTimeout: 90_000 })

describe('a transcript without speech', () => {
  it.each<[string, Segment[]]>([
    ['no captions', []],
    ['white space', [caption(' \n\t \u00a0 ')]],
    ['one word', [caption('Hello')]],
    ['sound descriptions', [caption('[Music]'), caption('♪ ♪'), caption('(applause)'), caption('[BLANK_AUDIO]')]],
    ['punctuation', [caption('... ?! — “” …')]],
    ['emoji', [caption('😀🏳️‍🌈👩‍👩‍👧 🎉'.repeat(500))]],
    ['fillers', [caption('um uh, er, mm-hmm. Yeah. Okay, so, um.')]],
  ])('a transcript without speech gives a summary without sentences: %s', (_, segments) => {
    const summary = summarize({ segments, durationMs: MINUTE })
    expectValidSummary(summary)
    expect(allSentences(summary)).toEqual([])
    expect(summary.support).toEqual({ verified: 0, total: 0 })
  })
})

describe('invalid timestamps', () => {
  const { source } = fixtureTalk('kdDFSBxHX2o')
  const changed = (
    change: (segment: Segment, i: number) => Partial<Segment>,
    durationMs = source.durationMs,
  ): Source => ({
    ...source,
    durationMs,
    segments: source.segments.map((segment, i) => ({ ...segment, ...change(segment, i) })),
  })

  it.each<[string, Source]>([
    ['no length', changed(s => ({ endMs: s.startMs }))],
    ['ends before starts', changed(s => ({ startMs: s.endMs, endMs: s.startMs }))],
    ['all at the same time', changed(() => ({ startMs: 0, endMs: source.durationMs }))],
    ['all overlapping', changed(s => ({ endMs: s.startMs + 60_000 }))],
    ['not a number', changed((_, i) => (i % 3 === 0 ? { startMs: Number.NaN, endMs: Number.NaN } : {}))],
    ['infinite', changed((_, i) => (i % 5 === 0 ? { endMs: Number.POSITIVE_INFINITY } : {}))],
    ['before the start', changed(s => ({ startMs: s.startMs - 100_000, endMs: s.endMs - 100_000 }))],
    ['after the end', changed(s => ({ startMs: s.startMs + 10_000_000, endMs: s.endMs + 10_000_000 }))],
    ['fractions', changed(s => ({ startMs: s.startMs + 0.123, endMs: s.endMs + 0.456 }))],
    ['too large for an integer', changed(s => ({ startMs: s.startMs * 1e13, endMs: s.endMs * 1e13 }))],
    ['a video without a length', changed(() => ({}), 0)],
    ['a video with a negative length', changed(() => ({}), -1)],
    ['a video with NaN as its length', changed(() => ({}), Number.NaN)],
  ])('captions with invalid timestamps give sentences that cite moments inside the video: %s', (_, invalid) => {
    const summary = summarize(invalid)
    expectValidSummary(summary)
    expect(allSentences(summary).length).toBeGreaterThan(3)
  })
})

it('a word with NaN as its timestamp does not produce an invalid citation', () => {
  const { source } = fixtureTalk('kdDFSBxHX2o')
  const segments = source.segments.map(s => ({ ...s, words: [{ text: s.text.split(' ')[0]!, startMs: Number.NaN }] }))
  expectValidSummary(summarize({ ...source, segments }))
})

describe('captions with markup', () => {
  const { source } = fixtureTalk('MN2k3lWhUt8')
  const plain = visibleText(summarize(source, { preset: 'long' }))
  const wrapped = (wrap: (text: string, i: number) => string) =>
    summarize(
      { ...source, segments: source.segments.map((segment, i) => ({ ...segment, text: wrap(segment.text, i) })) },
      { preset: 'long' },
    )

  it.each<[string, (text: string, i: number) => string]>([
    ['HTML', text => `<b onclick="x()"><i>${text}</i></b><script src=//x.example></script>`],
    ['entities, escaped once', text => text.replaceAll('<', '&lt;').replaceAll("'", '&#39;').replaceAll(' ', '&#32;')],
    ['HTML, escaped twice', text => `&amp;lt;b&amp;gt;${text}&amp;lt;/b&amp;gt;`],
    ['control characters', text => `\u0000${text.replaceAll(' ', ' \u0007\u001b')}\u0085\u009f`],
    [
      'characters that change the reading direction',
      text => `\u202e${text.replaceAll(' ', ' \u2067\u200f')}\u2069\u202c`,
    ],
    ['zero-width characters', text => `\ufeff${text.replaceAll(' ', '\u200b ')}\u2060`],
    ['sound descriptions', text => `[Music] ${text} (applause) ♪`],
  ])('captions with markup are read as plain text: %s', (_, wrap) => {
    const summary = wrapped(wrap)
    expectValidSummary(summary)
    expect(visibleText(summary)).toBe(plain)
  })

  it('markup in a headline is escaped in Markdown', () => {
    const title = '<img src=x onerror=alert(1)> [click](javascript:x) **bold** # `code`'
    const { text } = renderMarkdown({ ...wrapped(t => t), headline: title })
    const shown = text.split('\n')[0]!
    expect(shown).toMatch(/^# \\<img src=x onerror=alert\(1\)\\> \\\[click\\\]\(javascript:x\)/)
    expect(shown.replace(/\\./g, '')).not.toMatch(/[<>*`[\]]/)
  })

  it('a right-to-left transcript without English gives a valid summary', () => {
    const summary = summarize(createTalk('السلام عليكم ورحمة الله وبركاته، كيف حالك اليوم يا صديقي. '.repeat(200)))
    expectValidSummary(summary)
  })
})
