import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import type { Segment } from '../transcript.ts'
import { MAX_CAPTION_BYTES, type ParsedCaptions, parseCaptions } from './parse.ts'

// Recorded caption files stand beside the repository (or where RECORDINGS says) and never in it: their words are others'.
const folder = join(process.env.RECORDINGS ?? resolve(import.meta.dirname, '../../../../../shared/youtube'), 'captions')
const files = existsSync(folder) ? readdirSync(folder).sort() : []
const isMissing = files.length === 0

const parsed = new Map<string, ParsedCaptions>()
const parse = (name: string): ParsedCaptions => {
  const known = parsed.get(name)
  if (known !== undefined) return known
  const outcome = parseCaptions(readFileSync(join(folder, name)), { fileName: name })
  if (outcome.kind === 'refused') throw new Error(`${name}: ${outcome.reason}`)
  parsed.set(name, outcome)
  return outcome
}
const wordsOf = (segments: readonly Segment[]) => segments.flatMap(segment => segment.text.split(' '))

describe.skipIf(isMissing)(`any recorded captions${isMissing ? ' (skipped: no recordings)' : ''}`, () => {
  test.each(files)('%s is one ordered transcript in whole milliseconds', name => {
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

  test.each(files)('%s holds no markup, no sounds and no marks of turns', name => {
    for (const { text } of parse(name).segments) {
      expect(text).toMatch(/^\S+(?: \S+)*$/u)
      expect(text).not.toMatch(
        /<\/?[a-z]+[ .>]|<\d|&(?:amp|lt|gt|quot|nbsp|#\d+);|-->|>>|\[music\]|\[applause\]|\p{Cc}|\u200b/iu,
      )
    }
  })

  test.each(files)('%s is spoken at a pace that people speak', name => {
    const { segments } = parse(name)
    const spokenMs = segments.reduce((sum, segment) => sum + segment.endMs - segment.startMs, 0)
    const perMinute = wordsOf(segments).length / (spokenMs / 60_000)
    expect(perMinute).toBeGreaterThan(60)
    expect(perMinute).toBeLessThan(320)
  })

  test.each(files)('%s says nothing twice in a row', name => {
    const words = wordsOf(parse(name).segments).map(word => word.toLowerCase())
    const again = words.filter(
      (_, at) => at >= 8 && words.slice(at - 8, at).join(' ') === words.slice(at, at + 8).join(' '),
    )
    expect(again).toEqual([])
  })

  test.each(files)('%s times its words inside their segments, where it times them', name => {
    for (const { startMs, endMs, text, words } of parse(name).segments) {
      if (words === undefined) continue
      expect(words.map(word => word.text).join(' ')).toBe(text)
      const instants = [startMs, ...words.map(word => word.startMs), endMs]
      expect(instants, text).toEqual(instants.toSorted((a, b) => a - b))
    }
  })

  test.each(files)('%s is the same when its bytes are UTF-16 with other line ends', name => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\n', '\r\n')
    if (text.length > MAX_CAPTION_BYTES / 2 - 2) return
    const outcome = parseCaptions(Buffer.from(`\uFEFF${text}`, 'utf16le'))
    expect(outcome.kind === 'captions' && outcome.segments).toEqual(parse(name).segments)
  })
})

describe.skipIf(isMissing)(
  `every word of a recording stands once${isMissing ? ' (skipped: no recordings)' : ''}`,
  () => {
    const raw = (name: string) => readFileSync(join(folder, name), 'utf8')
    const dense = (text: string) =>
      text
        .replace(/\[[^\]]*\]|\(upbeat music\)|>>/g, ' ')
        .split(/\s+/)
        .filter(word => word !== '')

    test.each(files.filter(name => name.endsWith('.json3')))('%s: the words of its events', name => {
      const { events } = JSON.parse(raw(name)) as { events: { aAppend?: 1; segs?: { utf8: string }[] }[] }
      const said = events.map(event => (event.aAppend ? [] : (event.segs ?? [])).map(seg => seg.utf8).join(''))
      expect(wordsOf(parse(name).segments)).toEqual(dense(said.join(' ')))
    })

    // Of the two lines of a rolling cue the lower one is new, but in the cues of ten milliseconds in between.
    const rolling = files.filter(name => /^asr.*\.vtt$/.test(name))
    test.each(rolling)('%s: the lower lines of its cues', name => {
      const blocks = raw(name)
        .split('\n\n')
        .map(block => block.split('\n'))
      const said = blocks.flatMap(([times = '', , ...lower]) => {
        const [from = 0, to = 0] = [...times.matchAll(/(\d+):(\d+):(\d+)\.(\d+)/g)].map(
          ([, h, m, s, ms]) => ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(ms),
        )
        return to - from > 10 ? lower.join(' ').replace(/<[^>]+>/g, '') : []
      })
      expect(wordsOf(parse(name).segments)).toEqual(dense(said.join(' ')))
      expect(parse(name).repairs).toEqual(['rolling'])
    })

    test.each(rolling)('%s: the same words when a tool made SRT of it', name => {
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
  },
)

describe.skipIf(!files.includes('asr-118m.en.vtt'))(
  `the two-hour interview${isMissing ? ' (skipped: no recordings)' : ''}`,
  () => {
    it('of 7,145 cues leaves 3,566 segments and seven sounds, with an instant for every word', () => {
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

    it('has whole words where the file has pieces', () => {
      const settled = readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(line => !/<|-->/.test(line))
      const whole = new Set(settled.flatMap(line => line.split(/\s+/)))
      const words = wordsOf(parse(name).segments)
      expect(words.length).toBeGreaterThan(7_500)
      expect(words.filter(word => !whole.has(word)).length).toBeLessThan(words.length * 0.002)
    })

    it('stands on one clock: the set-back, the wrap at 2^33 and the fragments fit together within seconds', () => {
      const { segments, repairs } = parse(name)
      expect(repairs).toEqual(['rolling', 'clock'])
      expect(segments[0]?.startMs).toBe(0)
      expect(segments.at(-1)?.endMs).toBe(3_746_467)
      // The first Spanish cue says 26:52:14.140, which is less a turn of the stream clock; the fragments' header comes after.
      const starts = segments.map(segment => segment.startMs)
      expect(starts).toContain(Math.round(96_734_140 - 2 ** 33 / 90))
      expect(starts).toContain(Math.round(249_882_000 / 90))
      const gaps = segments.map((segment, at) => segment.startMs - (segments[at - 1]?.endMs ?? 0))
      expect(Math.max(...gaps)).toBeLessThan(20_000)
    })

    it('times its words where the inner stamps are right, and not where they are wrong', () => {
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
    it('keep one segment a cue, the dash as a turn, the music apart', () => {
      const { segments, sounds } = parse('manual-26m.en.vtt')
      expect(segments).toHaveLength(655)
      expect(segments[0]).toMatchObject({ startMs: 7726, endMs: 11_510, turn: true })
      expect(segments.every(segment => !segment.text.startsWith('-'))).toBe(true)
      expect(sounds).toEqual({ 'upbeat music': 1 })
    })
  },
)
