import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import type { Segment } from '../transcript.ts'
import { MAX_CAPTION_BYTES, type ParsedCaptions, parseCaptions } from './parse.ts'

// Recorded caption files are stored outside of the repository (or where RECORDINGS points), because their text is copyrighted.
const folder = join(process.env.RECORDINGS ?? resolve(import.meta.dirname, '../../../../../shared/youtube'), 'captions')
const files = existsSync(folder) ? readdirSync(folder).sort() : []
const isMissing = files.length === 0

const cache = new Map<string, ParsedCaptions>()
const parse = (name: string): ParsedCaptions => {
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const outcome = parseCaptions(readFileSync(join(folder, name)), { fileName: name })
  if (outcome.kind === 'refused') throw new Error(`${name}: ${outcome.reason}`)
  cache.set(name, outcome)
  return outcome
}
const wordsOf = (segments: readonly Segment[]) => segments.flatMap(segment => segment.text.split(' '))

describe.skipIf(isMissing)(`recorded captions${isMissing ? ' (skipped: no recordings)' : ''}`, () => {
  test.each(files)('parses %s to an ordered transcript in whole milliseconds', name => {
    const { segments } = parse(name)
    let lastMs = 0
    for (const { startMs, endMs, text } of segments) {
      expect(Number.isSafeInteger(startMs) && Number.isSafeInteger(endMs), text).toBe(true)
      expect(startMs, text).toBeGreaterThanOrEqual(lastMs)
      expect(endMs, text).toBeGreaterThanOrEqual(startMs)
      expect(endMs - startMs, text).toBeLessThanOrEqual(10_000 + 1_000 * text.split(' ').length)
      lastMs = startMs
    }
    expect(lastMs).toBeLessThanOrEqual(12 * 3_600_000)
    segments.slice(1).forEach(({ startMs }, at) => {
      if (startMs > (segments[at]?.startMs ?? 0)) expect(segments[at]?.endMs).toBeLessThanOrEqual(startMs)
    })
  })

  test.each(files)('parses %s to text without markup, sounds and turn marks', name => {
    for (const { text } of parse(name).segments) {
      expect(text).toMatch(/^\S+(?: \S+)*$/u)
      expect(text).not.toMatch(
        /<\/?[a-z]+[ .>]|<\d|&(?:amp|lt|gt|quot|nbsp|#\d+);|-->|>>|\[music\]|\[applause\]|\p{Cc}|\u200b/iu,
      )
    }
  })

  test.each(files)('parses %s to speech at a realistic rate', name => {
    const { segments } = parse(name)
    const spokenMs = segments.reduce((sum, segment) => sum + segment.endMs - segment.startMs, 0)
    const perMinute = wordsOf(segments).length / (spokenMs / 60_000)
    expect(perMinute).toBeGreaterThan(60)
    expect(perMinute).toBeLessThan(320)
  })

  test.each(files)('parses %s without repeating text', name => {
    const words = wordsOf(parse(name).segments).map(word => word.toLowerCase())
    const repeated = words.filter(
      (_, at) => at >= 8 && words.slice(at - 8, at).join(' ') === words.slice(at, at + 8).join(' '),
    )
    expect(repeated).toEqual([])
  })

  test.each(files)('places the timed words of %s within their segments', name => {
    for (const { startMs, endMs, text, words } of parse(name).segments) {
      if (words === undefined) continue
      expect(words.map(word => word.text).join(' ')).toBe(text)
      const times = [startMs, ...words.map(word => word.startMs), endMs]
      expect(times, text).toEqual(times.toSorted((a, b) => a - b))
    }
  })

  test.each(files)('parses %s identically in UTF-16 with Windows line ends', name => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\n', '\r\n')
    if (text.length > MAX_CAPTION_BYTES / 2 - 2) return
    const outcome = parseCaptions(Buffer.from(`\uFEFF${text}`, 'utf16le'))
    expect(outcome.kind === 'captions' && outcome.segments).toEqual(parse(name).segments)
  })
})

describe.skipIf(isMissing)(`words of recorded captions${isMissing ? ' (skipped: no recordings)' : ''}`, () => {
  const raw = (name: string) => readFileSync(join(folder, name), 'utf8')
  const dense = (text: string) =>
    text
      .replace(/\[[^\]]*\]|\(upbeat music\)|>>/g, ' ')
      .split(/\s+/)
      .filter(word => word !== '')

  test.each(files.filter(name => name.endsWith('.json3')))(
    'keeps every word of the events of %s exactly once',
    name => {
      const { events } = JSON.parse(raw(name)) as { events: { aAppend?: 1; segs?: { utf8: string }[] }[] }
      const texts = events.map(event => (event.aAppend ? [] : (event.segs ?? [])).map(seg => seg.utf8).join(''))
      expect(wordsOf(parse(name).segments)).toEqual(dense(texts.join(' ')))
    },
  )

  // The lower line of a rolling cue is new, except in the intermediate cues of ten milliseconds.
  const rolling = files.filter(name => /^asr.*\.vtt$/.test(name))
  test.each(rolling)('keeps every word of the lower lines of %s exactly once', name => {
    const blocks = raw(name)
      .split('\n\n')
      .map(block => block.split('\n'))
    const texts = blocks.flatMap(([times = '', , ...lower]) => {
      const [from = 0, to = 0] = [...times.matchAll(/(\d+):(\d+):(\d+)\.(\d+)/g)].map(
        ([, h, m, s, ms]) => ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(ms),
      )
      return to - from > 10 ? lower.join(' ').replace(/<[^>]+>/g, '') : []
    })
    expect(wordsOf(parse(name).segments)).toEqual(dense(texts.join(' ')))
    expect(parse(name).repairs).toEqual(['rolling'])
  })

  test.each(rolling)('finds the same words in %s after its conversion to SRT', name => {
    const cues = raw(name)
      .split('\n\n')
      .map(block => block.split('\n'))
      .filter(([times]) => times?.includes('-->'))
    const srt = cues.map(([times = '', ...lines], at) =>
      [
        at + 1,
        times.replace(/ align.*/, '').replaceAll('.', ','),
        ...lines.map(line => line.replace(/<[^>]+>/g, '')).filter(line => line.trim() !== ''),
        '',
      ].join('\n'),
    )
    const outcome = parseCaptions(srt.join('\n'))
    expect(outcome.kind === 'captions' && outcome.format).toBe('srt')
    expect(outcome.kind === 'captions' && wordsOf(outcome.segments)).toEqual(wordsOf(parse(name).segments))
  })
})

describe.skipIf(!files.includes('asr-118m.en.vtt'))(
  `the two-hour interview${isMissing ? ' (skipped: no recordings)' : ''}`,
  () => {
    it('parses the 7,145 cues of a recorded interview to 3,566 segments with word times and seven sounds', () => {
      const { segments, sounds, language } = parse('asr-118m.en.vtt')
      expect(segments).toHaveLength(3_566)
      expect(sounds).toEqual({ music: 3, laughter: 3, applause: 1 })
      expect(segments.every(segment => segment.words !== undefined)).toBe(true)
      expect(segments.at(-1)?.endMs).toBe(7_120_840)
      expect(language).toBe('en')
    })
  },
)

describe.skipIf(!files.includes('live-council.en.vtt'))(
  `the live council meeting${isMissing ? ' (skipped: no recordings)' : ''}`,
  () => {
    const name = 'live-council.en.vtt'

    it('joins the pieces of words in a recorded live stream', () => {
      const finalLines = readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(line => !/<|-->/.test(line))
      const wholeWords = new Set(finalLines.flatMap(line => line.split(/\s+/)))
      const words = wordsOf(parse(name).segments)
      expect(words.length).toBeGreaterThan(7_500)
      expect(words.filter(word => !wholeWords.has(word)).length).toBeLessThan(words.length * 0.002)
    })

    it('puts a recorded live stream with a clock correction, a wrap at 2^33 and fragments on a single clock', () => {
      const { segments, repairs } = parse(name)
      expect(repairs).toEqual(['rolling', 'clock'])
      expect(segments[0]?.startMs).toBe(0)
      expect(segments.at(-1)?.endMs).toBe(3_746_467)
      // The first Spanish cue is at 26:52:14.140, minus one period of the stream clock. The header of the fragments follows.
      const starts = segments.map(segment => segment.startMs)
      expect(starts).toContain(Math.round(96_734_140 - 2 ** 33 / 90))
      expect(starts).toContain(Math.round(249_882_000 / 90))
      const gaps = segments.map((segment, at) => segment.startMs - (segments[at - 1]?.endMs ?? 0))
      expect(Math.max(...gaps)).toBeLessThan(20_000)
    })

    it('uses only the correct word timestamps of a recorded live stream', () => {
      const { segments } = parse(name)
      const fragments = segments.filter(segment => segment.startMs >= 2_776_467)
      expect(fragments.filter(segment => segment.words !== undefined).length).toBeGreaterThan(fragments.length * 0.95)
      expect(
        segments.filter(segment => segment.startMs < 2_776_000 && segment.words !== undefined).length,
      ).toBeLessThan(10)
    })
  },
)

describe.skipIf(!files.includes('manual-26m.en.vtt'))(
  `the manual captions${isMissing ? ' (skipped: no recordings)' : ''}`,
  () => {
    it('parses recorded manual captions to one segment per cue, with dashes as turns and without the music', () => {
      const { segments, sounds } = parse('manual-26m.en.vtt')
      expect(segments).toHaveLength(655)
      expect(segments[0]).toMatchObject({ startMs: 7726, endMs: 11_510, turn: true })
      expect(segments.every(segment => !segment.text.startsWith('-'))).toBe(true)
      expect(sounds).toEqual({ 'upbeat music': 1 })
    })
  },
)
