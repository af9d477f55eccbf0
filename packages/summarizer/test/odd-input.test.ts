import { describe, expect, it, vi } from 'vitest'
import { renderMarkdown, type Segment, type Source, summarize } from '../src/index.ts'
import { caption, expectSound, MINUTE, talkOf } from './odd-talks.ts'
import { sentencesOf, textOf } from './sentences.ts'
import { fixtureTalk } from './talks.ts'

vi.setConfig({ testTimeout: 90_000 })

describe('a transcript with next to nothing in it', () => {
  it.each<[string, Segment[]]>([
    ['no captions', []],
    ['white space', [caption(' \n\t \u00a0 ')]],
    ['one word', [caption('Hello')]],
    ['sounds', [caption('[Music]'), caption('♪ ♪'), caption('(applause)'), caption('[BLANK_AUDIO]')]],
    ['punctuation', [caption('... ?! — “” …')]],
    ['emoji', [caption('😀🏳️‍🌈👩‍👩‍👧 🎉'.repeat(500))]],
    ['fillers', [caption('um uh, er, mm-hmm. Yeah. Okay, so, um.')]],
  ])('gives a summary without sentences: %s', (_, segments) => {
    const summary = summarize({ segments, durationMs: MINUTE })
    expectSound(summary)
    expect(sentencesOf(summary)).toEqual([])
    expect(summary.support).toEqual({ verified: 0, total: 0 })
  })
})

describe('instants that cannot be', () => {
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
    ['all at once', changed(() => ({ startMs: 0, endMs: source.durationMs }))],
    ['all overlapping', changed(s => ({ endMs: s.startMs + 60_000 }))],
    ['no numbers', changed((_, i) => (i % 3 === 0 ? { startMs: Number.NaN, endMs: Number.NaN } : {}))],
    ['endless', changed((_, i) => (i % 5 === 0 ? { endMs: Number.POSITIVE_INFINITY } : {}))],
    ['before the start', changed(s => ({ startMs: s.startMs - 100_000, endMs: s.endMs - 100_000 }))],
    ['behind the end', changed(s => ({ startMs: s.startMs + 10_000_000, endMs: s.endMs + 10_000_000 }))],
    ['fractions', changed(s => ({ startMs: s.startMs + 0.123, endMs: s.endMs + 0.456 }))],
    ['beyond what a number can count', changed(s => ({ startMs: s.startMs * 1e13, endMs: s.endMs * 1e13 }))],
    ['a video without a length', changed(() => ({}), 0)],
    ['a video of a negative length', changed(() => ({}), -1)],
    ['a video of no number of seconds', changed(() => ({}), Number.NaN)],
  ])('still give sentences that cite moments inside the video: %s', (_, odd) => {
    const summary = summarize(odd)
    expectSound(summary)
    expect(sentencesOf(summary).length).toBeGreaterThan(3)
  })
})

it('a word at a moment that is no number does not make a citation of none', () => {
  const { source } = fixtureTalk('kdDFSBxHX2o')
  const segments = source.segments.map(s => ({ ...s, words: [{ text: s.text.split(' ')[0]!, startMs: Number.NaN }] }))
  expectSound(summarize({ ...source, segments }))
})

describe('text that wants to be more than text', () => {
  const { source } = fixtureTalk('MN2k3lWhUt8')
  const plain = textOf(summarize(source, { preset: 'long' }))
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
    ['signs that turn the reading direction', text => `\u202e${text.replaceAll(' ', ' \u2067\u200f')}\u2069\u202c`],
    ['characters without a width', text => `\ufeff${text.replaceAll(' ', '\u200b ')}\u2060`],
    ['sounds', text => `[Music] ${text} (applause) ♪`],
  ])('is read as if it were plain: %s', (_, wrap) => {
    const summary = wrapped(wrap)
    expectSound(summary)
    expect(textOf(summary)).toBe(plain)
  })

  it('shows in Markdown as it stands, in titles too', () => {
    const title = '<img src=x onerror=alert(1)> [click](javascript:x) **bold** # `code`'
    const { text } = renderMarkdown({ ...wrapped(t => t), headline: title })
    const shown = text.split('\n')[0]!
    expect(shown).toMatch(/^# \\<img src=x onerror=alert\(1\)\\> \\\[click\\\]\(javascript:x\)/)
    expect(shown.replace(/\\./g, '')).not.toMatch(/[<>*`[\]]/)
  })

  it('may be right to left, and is left as it is for want of English', () => {
    const summary = summarize(talkOf('السلام عليكم ورحمة الله وبركاته، كيف حالك اليوم يا صديقي. '.repeat(200)))
    expectSound(summary)
  })
})
