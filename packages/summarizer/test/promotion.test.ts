import { describe, expect, it, vi } from 'vitest'
import { type Source, type Summary, summarize } from '../src/index.ts'
import { asCaption } from '../training/documents.ts'
import { allSentences, visibleText } from './sentences.ts'
import { fixtureTalk, hasRecordings, recordedTalks, shortTalks } from './talks.ts'

vi.setConfig({ testTimeout: 60_000 })

const PROMOTED = fixtureTalk('upIiEuPICXs')

/** First and last words of each sponsor message, request to subscribe, own offer and goodbye in the talk. */
const PROMOTION = [
  ["If you're new", 'a Friday'],
  ['But first, a', 'Larderly. Okay'],
  ['Quick pause', 'free. Okay'],
  ['This portion of', 'Thanks, TunnelMoose'],
  ["If you've learnt anything", 'my brother does'],
  ['And if you want to see the raw data', 'You are amazing'],
  ["Don't forget, sixty", 'like it'],
] as const

const spoken = PROMOTED.source.segments.map(segment => ({ ...segment, at: 0 }))
let length = 0
for (const segment of spoken) {
  segment.at = length
  length += segment.text.length + 1
}
const transcript = spoken.map(segment => segment.text).join(' ')
const timeOf = (words: string, end: boolean) => {
  const at = transcript.indexOf(words)
  if (at < 0) throw new Error(`Not found in the transcript: ${words}`)
  const segment = spoken.findLast(other => other.at <= at + (end ? words.length : 0))!
  return end ? segment.endMs : segment.startMs
}
const marked = PROMOTION.map(([from, to]) => ({ startMs: timeOf(from, false), endMs: timeOf(to, true) }))
const markedMs = marked.reduce((sum, span) => sum + span.endMs - span.startMs, 0)

const SPONSORS = /larderly|tunnel ?moose|salt ?60|vpn|promo|sponsor|encrypted|meal kit|checkout/i
const OWN_OFFERS = /merch|apron|tea towel|golden ladle|supporters|credits/i
const PLEAS =
  /subscrib|thumbs up|the algorithm|in the comments|little bell|welcome back|link(s|'s)? (in|down)|click on/i

const unpunctuated: Source = {
  ...PROMOTED.source,
  segments: PROMOTED.source.segments.map(({ startMs, endMs, text }) => ({ startMs, endMs, text: asCaption(text) })),
}

describe.each([
  ['with punctuation', PROMOTED.source],
  ['in lower case without punctuation', unpunctuated],
])('a talk with promotion, %s', (_, source) => {
  const summaries = (['short', 'standard'] as const).map(preset => summarize(source, { preset }))
  const long = summarize(source, { preset: 'long' })

  it('short and standard summaries do not mention sponsors', () => {
    for (const summary of summaries) expect(withoutChapters(summary)).not.toMatch(SPONSORS)
  })

  it('short and standard summaries contain no greetings or requests to subscribe', () => {
    for (const summary of summaries) expect(withoutChapters(summary)).not.toMatch(PLEAS)
  })

  it('summaries do not mention the shop of the channel, and the long summary contains no promotion at all', () => {
    for (const summary of [...summaries, long]) expect(withoutChapters(summary)).not.toMatch(OWN_OFFERS)
    expect(withoutChapters(long)).not.toMatch(SPONSORS)
    expect(withoutChapters(long)).not.toMatch(PLEAS)
    expect(long.promotion.totalMs).toBeGreaterThan(0.75 * markedMs)
  })

  it('a summary of a talk with promotion includes its findings', () => {
    expect(visibleText(summaries[1]!)).toMatch(/salt/i)
    expect(visibleText(summaries[1]!)).toMatch(/alcohol|wine|brandy/i)
    expect(visibleText(summaries[1]!)).toMatch(/MSG|glutamate|kelp/i)
  })

  it('a summary reports the duration of promotion, which includes little else', () => {
    const { promotion } = long
    const outside = promotion.spans.filter(span => !marked.some(m => span.startMs < m.endMs && span.endMs > m.startMs))
    const outsideMs = outside.reduce((sum, span) => sum + span.endMs - span.startMs, 0)
    expect(promotion.totalMs).toBe(promotion.spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0))
    expect(promotion.totalMs).toBeGreaterThan(0.5 * markedMs)
    expect(promotion.totalMs).toBeLessThan(1.15 * markedMs)
    expect(outsideMs).toBeLessThan(15_000)
  })

  it('both sponsor messages are found from their first sentence to their last mention', () => {
    const sponsors = long.promotion.spans.filter(span => span.reason === 'sponsor')
    for (const { startMs, endMs } of [marked[1]!, marked[3]!]) {
      const found = sponsors.find(span => span.startMs < endMs && span.endMs > startMs)
      expect(Math.abs(found!.startMs - startMs)).toBeLessThan(8000)
      expect(Math.abs(found!.endMs - endMs)).toBeLessThan(8000)
    }
  })
})

describe('a talk without promotion', () => {
  it.each(shortTalks().filter(talk => talk.video?.id !== 'upIiEuPICXs'))(
    'no promotion is found in a talk without promotion: $name',
    ({ source }) => {
      expect(summarize(source).promotion).toEqual({ totalMs: 0, spans: [] })
    },
  )

  it('a talk about advertising, codes and subscriptions is not promotion', () => {
    const text = [
      'The newspaper of 1833 cost one penny, and its sponsors were the shops of New York.',
      'A subscription was six dollars a year, so few workers could subscribe to it at all.',
      'The editor offered a discount, and the price fell to ninety cents off the street.',
      'Telegraph clerks had a code for every price, and they sent the code at night.',
      'Readers wrote their comments to the editor and gave the paper its letters page.',
    ]
    const segments = text.map((sentence, i) => ({ text: sentence, startMs: i * 6000, endMs: i * 6000 + 5900 }))
    expect(summarize({ segments, durationMs: 30_000 }).promotion.spans).toEqual([])
  })
})

it.skipIf(!hasRecordings)('less than 4 % of recorded captions without sponsors is detected as promotion', () => {
  for (const { name, source } of recordedTalks()) {
    const { totalMs } = summarize(source).promotion
    expect([name, totalMs < 0.04 * source.durationMs]).toEqual([name, true])
  }
})

/** The summary text without section titles, which are the video's chapters and may contain promotion. */
const withoutChapters = (summary: Summary) =>
  [summary.headline, ...allSentences(summary).map(sentence => sentence.text)].join('\n')
