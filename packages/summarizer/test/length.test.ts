import { describe, expect, it, vi } from 'vitest'
import { renderMarkdown, type Summary, summarize, trimToLength } from '../src/index.ts'
import { sentencesOf } from './sentences.ts'
import { fixtureTalk, hasRecordings, recordedTalks, shortTalks } from './talks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const talks = [fixtureTalk('MN2k3lWhUt8'), fixtureTalk('mZ81rCwe7Ss'), ...recordedTalks().slice(0, 2)]
const wordsIn = (summary: Summary) => sentencesOf(summary).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
const URL = 'https://www.youtube.com/watch?v=mZ81rCwe7Ss'

describe.each(talks)(`the length of the summary of $name`, ({ source }) => {
  const full = summarize(source, { preset: 'long' })
  const all = sentencesOf(full).map(sentence => sentence.text)

  it.each([60, 120, 250, 500])('keeps to %i words, and uses most of them', words => {
    const used = wordsIn(summarize(source, { words }))
    expect(used).toBeLessThanOrEqual(words)
    expect(used).toBeGreaterThan(0.6 * words)
  })

  it('grows from short over standard to long', () => {
    const [short, standard, long] = (['short', 'standard', 'long'] as const).map(preset =>
      wordsIn(summarize(source, { preset })),
    )
    expect(short!).toBeLessThan(standard!)
    expect(standard!).toBeLessThan(long!)
  })

  it.each([0.9, 0.5, 0.25, 0.1])('is cut to %f of its characters at the ends of sentences, and says so', share => {
    const maxLength = Math.round(share * renderMarkdown(full, { maxLength: 1e9 }).text.length)
    const { text, cut } = renderMarkdown(full, { maxLength })
    const kept = trimToLength(full, maxLength)
    const left = sentencesOf(kept).map(sentence => sentence.text)
    expect(cut).toBe(true)
    expect(text.length).toBeLessThanOrEqual(maxLength)
    expect(left.filter(sentence => !all.includes(sentence))).toEqual([])
    expect(kept.coverage.leftOut).toBe(all.length - left.length)
    expect(text).toContain(`${kept.coverage.leftOut} more sentence`)
    for (const sentence of left) expect(plain(text)).toContain(plain(sentence))
    expect(kept.sections.every(section => section.sentences.length > 0)).toBe(true)
  })

  it('loses the end of the video no sooner than its beginning', () => {
    const kept = trimToLength(full, Math.round(renderMarkdown(full, { maxLength: 1e9 }).text.length / 2))
    expect(kept.sections.map(section => section.title)).toEqual(full.sections.map(section => section.title))
  })

  it('loses its weak sentences first', () => {
    const [first, ...others] = full.sections
    const weak = { ...first!, sentences: first!.sentences.map(s => ({ ...s, support: 'weak' as const })) }
    const marked: Summary = { ...full, sections: [weak, ...others] }
    const kept = trimToLength(marked, renderMarkdown(marked, { maxLength: 1e9 }).text.length - 1)
    const lost = sentencesOf(marked).filter(sentence => !sentencesOf(kept).includes(sentence))
    expect(lost.length).toBeGreaterThan(0)
    expect(lost.map(sentence => sentence.support)).toEqual(lost.map(() => 'weak'))
  })

  it('is not touched when it fits', () => {
    const { length } = renderMarkdown(full, { maxLength: 1e9 }).text
    expect(renderMarkdown(full, { maxLength: length })).toEqual({ text: renderMarkdown(full).text, cut: false })
    expect(trimToLength(full, length)).toEqual(full)
  })

  it('has the same sentences with links as without, each with its second', () => {
    const maxLength = Math.round(renderMarkdown(full, { maxLength: 1e9 }).text.length / 2)
    const linked = renderMarkdown(full, { maxLength, videoUrl: URL }).text
    const kept = trimToLength(full, maxLength)
    for (const { text, cites } of sentencesOf(kept)) {
      const behind = linked.split(`${escaped(text)} [`)[1] ?? ''
      expect(behind.slice(0, 80), text).toContain(`](${URL}&t=${Math.floor(cites[0]!.startMs / 1000)}s)`)
    }
  })
})

it('never asks for a cut at 10,000 characters, whatever the preset and the length of the video', () => {
  for (const id of ['_mUB_ZAAfQU', 'mZ81rCwe7Ss'])
    expect(renderMarkdown(summarize(fixtureTalk(id).source, { preset: 'long', words: 5000 })).cut).toBe(false)
})

it('fits into the shortest length that can be asked for', () => {
  for (const { name, source } of [...shortTalks(), ...recordedTalks()]) {
    const { text } = renderMarkdown(summarize(source, { preset: 'long' }), { maxLength: 200 })
    expect([name, text.length <= 200]).toEqual([name, true])
  }
})

it.skipIf(!hasRecordings)('is measured on recorded captions too', () => {
  expect(talks).toHaveLength(4)
})

/** As Markdown writes it: signs that would mean something are escaped. */
const escaped = (text: string) => renderMarkdown(bare(text)).text.replace(/^# /, '')
const bare = (headline: string): Summary =>
  ({ headline, inThreePoints: [], sections: [], coverage: { leftOut: 0 } }) as unknown as Summary
const plain = (text: string) => text.replace(/[\\*]/g, '').replace(/\s+/g, ' ').replaceAll('&amp;', '&')
