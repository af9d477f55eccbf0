import { describe, expect, it, vi } from 'vitest'
import { renderMarkdown, type Summary, summarize, trimToLength } from '../src/index.ts'
import { allSentences } from './sentences.ts'
import { fixtureTalk, hasRecordings, recordedTalks, shortTalks } from './talks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const talks = [fixtureTalk('MN2k3lWhUt8'), fixtureTalk('mZ81rCwe7Ss'), ...recordedTalks().slice(0, 2)]
const wordsIn = (summary: Summary) => allSentences(summary).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
const URL = 'https://www.youtube.com/watch?v=mZ81rCwe7Ss'

describe.each(talks)(`the length of the summary of $name`, ({ source }) => {
  const full = summarize(source, { preset: 'long' })
  const all = allSentences(full).map(sentence => sentence.text)

  it.each([60, 120, 250, 500])('a summary has at most %i words and uses most of them', words => {
    const used = wordsIn(summarize(source, { words }))
    expect(used).toBeLessThanOrEqual(words)
    expect(used).toBeGreaterThan(0.6 * words)
  })

  it('summaries get longer from preset short to standard to long', () => {
    const [short, standard, long] = (['short', 'standard', 'long'] as const).map(preset =>
      wordsIn(summarize(source, { preset })),
    )
    expect(short!).toBeLessThan(standard!)
    expect(standard!).toBeLessThan(long!)
  })

  it.each([0.9, 0.5, 0.25, 0.1])(
    'a summary shortened to %f of its length keeps complete sentences and reports how many are missing',
    share => {
      const maxLength = Math.round(share * renderMarkdown(full, { maxLength: 1e9 }).text.length)
      const { text, cut } = renderMarkdown(full, { maxLength })
      const trimmed = trimToLength(full, maxLength)
      const remaining = allSentences(trimmed).map(sentence => sentence.text)
      expect(cut).toBe(true)
      expect(text.length).toBeLessThanOrEqual(maxLength)
      expect(remaining.filter(sentence => !all.includes(sentence))).toEqual([])
      expect(trimmed.coverage.leftOut).toBe(all.length - remaining.length)
      expect(text).toContain(`${trimmed.coverage.leftOut} more sentence`)
      for (const sentence of remaining) expect(plain(text)).toContain(plain(sentence))
      expect(trimmed.sections.every(section => section.sentences.length > 0)).toBe(true)
    },
  )

  it('a summary shortened by half keeps all sections', () => {
    const trimmed = trimToLength(full, Math.round(renderMarkdown(full, { maxLength: 1e9 }).text.length / 2))
    expect(trimmed.sections.map(section => section.title)).toEqual(full.sections.map(section => section.title))
  })

  it('a shortened summary drops weak sentences first', () => {
    const [first, ...others] = full.sections
    const weak = { ...first!, sentences: first!.sentences.map(s => ({ ...s, support: 'weak' as const })) }
    const marked: Summary = { ...full, sections: [weak, ...others] }
    const trimmed = trimToLength(marked, renderMarkdown(marked, { maxLength: 1e9 }).text.length - 1)
    const dropped = allSentences(marked).filter(sentence => !allSentences(trimmed).includes(sentence))
    expect(dropped.length).toBeGreaterThan(0)
    expect(dropped.map(sentence => sentence.support)).toEqual(dropped.map(() => 'weak'))
  })

  it('a summary that fits the maximum length is unchanged', () => {
    const { length } = renderMarkdown(full, { maxLength: 1e9 }).text
    expect(renderMarkdown(full, { maxLength: length })).toEqual({ text: renderMarkdown(full).text, cut: false })
    expect(trimToLength(full, length)).toEqual(full)
  })

  it('a summary with links has the same sentences as without, each linked to its second', () => {
    const maxLength = Math.round(renderMarkdown(full, { maxLength: 1e9 }).text.length / 2)
    const linked = renderMarkdown(full, { maxLength, videoUrl: URL }).text
    const trimmed = trimToLength(full, maxLength)
    for (const { text, cites } of allSentences(trimmed)) {
      const afterText = linked.split(`${escaped(text)} [`)[1] ?? ''
      expect(afterText.slice(0, 80), text).toContain(`](${URL}&t=${Math.floor(cites[0]!.startMs / 1000)}s)`)
    }
  })
})

it('summaries fit into 10,000 characters for long videos and high word limits', () => {
  for (const id of ['_mUB_ZAAfQU', 'mZ81rCwe7Ss'])
    expect(renderMarkdown(summarize(fixtureTalk(id).source, { preset: 'long', words: 5000 })).cut).toBe(false)
})

it('every summary can be shortened to 200 characters, the minimum length', () => {
  for (const { name, source } of [...shortTalks(), ...recordedTalks()]) {
    const { text } = renderMarkdown(summarize(source, { preset: 'long' }), { maxLength: 200 })
    expect([name, text.length <= 200]).toEqual([name, true])
  }
})

it.skipIf(!hasRecordings)('the length tests include recorded captions', () => {
  expect(talks).toHaveLength(4)
})

/** The text as escaped in Markdown. */
const escaped = (text: string) => renderMarkdown(headlineOnly(text)).text.replace(/^# /, '')
const headlineOnly = (headline: string): Summary =>
  ({ headline, inThreePoints: [], sections: [], coverage: { leftOut: 0 } }) as unknown as Summary
const plain = (text: string) => text.replace(/[\\*]/g, '').replace(/\s+/g, ' ').replaceAll('&amp;', '&')
