import { describe, expect, it, vi } from 'vitest'
import { mainLanguage, summarize } from '../src/index.ts'
import { allSentences, visibleText } from './sentences.ts'
import { fixtureTalk, shortTalks } from './talks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const GERMAN = /\b(und|der|die|das|nicht|ist|ein|eine|von|mit|auf|für|wurde|den|dem)\b|[äöüß]/i

describe('a talk with an English and a German part', () => {
  const { source, video } = fixtureTalk('ur4469_QOjA')
  const germanFromMs = video!.chapters.at(-1)!.startMs
  const summary = summarize(source, { preset: 'long' })

  it('a talk with an English and a German part is summarised from its English part only', () => {
    expect(allSentences(summary).length).toBeGreaterThan(15)
    for (const { text, cites } of allSentences(summary)) {
      expect(cites.at(-1)!.endMs, text).toBeLessThan(germanFromMs)
      expect(text.replaceAll(/\p{Lu}\p{L}+/gu, '')).not.toMatch(GERMAN)
    }
    expect(summary.sections.every(section => section.startMs < germanFromMs)).toBe(true)
  })

  it('a summary reports the skipped German part, accurate to a minute', () => {
    const { notEnglish, read } = summary.coverage
    expect(notEnglish).toHaveLength(1)
    expect(Math.abs(notEnglish[0]!.startMs - germanFromMs)).toBeLessThan(60_000)
    expect(notEnglish[0]!.endMs).toBeGreaterThan(source.durationMs - 30_000)
    expect(read.at(-1)!.endMs).toBeLessThanOrEqual(notEnglish[0]!.startMs)
  })

  it('mainLanguage reports a talk with a German part as mostly English', () => {
    const { language, share } = mainLanguage(source.segments)
    expect(language).toBe('en')
    expect(share).toBeGreaterThan(0.5)
    expect(share).toBeLessThan(0.85)
  })

  it('a talk that begins in German is summarised from its English part only', () => {
    const english = source.segments.filter(segment => segment.startMs < germanFromMs)
    const german = source.segments.filter(segment => segment.startMs >= germanFromMs)
    const shift = (by: number) => (s: (typeof english)[number]) => ({
      text: s.text,
      startMs: s.startMs + by,
      endMs: s.endMs + by,
    })
    const germanMs = source.durationMs - germanFromMs
    const turned = [...german.map(shift(-germanFromMs)), ...english.map(shift(germanMs))]
    const { coverage, ...rest } = summarize({ ...source, segments: turned, chapters: [] })
    expect(coverage.notEnglish[0]!.startMs).toBeLessThan(60_000)
    expect(Math.abs(coverage.notEnglish.at(-1)!.endMs - germanMs)).toBeLessThan(60_000)
    for (const { text, cites } of allSentences(rest)) expect(cites[0]!.startMs, text).toBeGreaterThan(germanMs - 60_000)
  })
})

describe('a German talk', () => {
  it.each([
    ['ziAaYVprhWQ', 0],
    ['vIafLRfE1cI', 1],
  ])('mainLanguage finds no English in a German talk, so that the caller can reject it: %s', (id, track) => {
    expect(mainLanguage(fixtureTalk(id, track).source.segments)).toEqual({ language: 'de', share: 0, segments: [] })
  })
})

describe('an English talk', () => {
  it.each(shortTalks().filter(talk => talk.source.language?.startsWith('en') && talk.video?.id !== 'ur4469_QOjA'))(
    'an English talk is read completely: $name',
    ({ source }) => {
      const { language, share, segments } = mainLanguage(source.segments)
      expect({ language, share }).toEqual({ language: 'en', share: 1 })
      expect(segments).toHaveLength(source.segments.length)
      expect(summarize(source).coverage.notEnglish).toEqual([])
    },
  )

  it('an English talk with one German sentence counts as English', () => {
    const { source } = fixtureTalk('MN2k3lWhUt8')
    const quote = {
      text: 'Das ist nicht das Ende, und es ist auch nicht der Anfang.',
      startMs: 100_001,
      endMs: 100_900,
    }
    const segments = [...source.segments, quote].sort((a, b) => a.startMs - b.startMs)
    const summary = summarize({ ...source, segments })
    expect(summary.coverage.notEnglish).toEqual([])
    expect(visibleText(summary)).not.toMatch(/Das ist nicht/)
  })
})
