import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleContent } from '../../../test/server/samples.ts'
import { coverageSegments, isReadToEnd } from './coverage.ts'
import { joinPassages, splitAtMatches } from './transcript.ts'

describe('the coverage bar', () => {
  test('the coverage bar shows the read, cited and skipped parts within the video length', () => {
    const bar = coverageSegments(sampleContent())
    expect(new Set(bar.map(({ kind }) => kind))).toEqual(new Set(['read', 'represented', 'promotion']))
    expect(bar[0]).toEqual({ kind: 'read', from: 0, width: 1000 })
    for (const { from, width } of bar) expect(from + width).toBeLessThanOrEqual(1002)
  })

  test('the coverage bar merges neighbouring spans', () => {
    const content = sampleContent()
    const read = Array.from({ length: 2880 }, (_, at) => ({ startMs: at * 1000, endMs: at * 1000 + 900 }))
    const bar = coverageSegments({ ...content, coverage: { ...content.coverage, read } })
    expect(bar.filter(({ kind }) => kind === 'read')).toHaveLength(1)
  })

  test('the coverage bar is empty if the video length is unknown', () => {
    const content = sampleContent()
    expect(coverageSegments({ ...content, coverage: { ...content.coverage, durationMs: 0 } })).toEqual([])
  })

  test('a video counts as read to the end despite a few silent seconds, but not with a missing half', () => {
    const content = sampleContent(60)
    const readTo = (endMs: number) => ({ ...content, coverage: { ...content.coverage, read: [{ startMs: 0, endMs }] } })
    expect(isReadToEnd(readTo(3_580_000))).toBe(true)
    expect(isReadToEnd(readTo(1_800_000))).toBe(false)
  })
})

describe('the transcript', () => {
  const segment = fc.record({
    startMs: fc.nat(),
    endMs: fc.nat(),
    text: fc.stringMatching(/^[a-z]{1,20}[.?]?$/),
    speaker: fc.constantFrom(undefined, 'A', 'B'),
  })

  test('transcript segments are joined to passages without losing words or mixing speakers', () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 60 }), segments => {
        const passages = joinPassages(segments)
        expect(passages.map(p => p.text).join(' ')).toBe(segments.map(s => s.text).join(' '))
        for (const [at, { speaker }] of passages.entries()) {
          const starts = segments.find(s => s.startMs === passages[at]!.startMs && s.speaker === speaker)
          expect(starts).toBeDefined()
        }
      }),
    )
  })

  test('a transcript passage is not split inside a name', () => {
    const lines = [`${'The wall is high. '.repeat(16)}We asked Capt.`, 'Moreau about it.', 'He left.']
    const passages = joinPassages(lines.map((text, at) => ({ startMs: at * 1000, endMs: at * 1000 + 900, text })))
    expect(passages.map(({ text }) => text.slice(-16))).toEqual(['Moreau about it.', 'He left.'])
  })

  test('the transcript search splits a text at every match, and the pieces join to the same text', () => {
    expect(splitAtMatches('Wind and WIND', 'wind')).toEqual(['', 'Wind', ' and ', 'WIND', ''])
    expect(splitAtMatches('costs $5 (or so)', '$5 (or')).toEqual(['costs ', '$5 (or', ' so)'])
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }).filter(query => query.trim() !== ''),
        (text, query) => {
          expect(splitAtMatches(text, query).join('')).toBe(text)
        },
      ),
    )
  })
})
