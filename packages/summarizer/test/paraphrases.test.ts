import { describe, expect, it } from 'vitest'
import { checkSupport, type Segment } from '../src/index.ts'
import { PARAPHRASE_TOPICS, type ParaphraseTopic } from './paraphrases.ts'

/** Each caption lasts ten seconds. */
const CAPTION_MS = 10_000

const segmentsOf = ({ captions }: ParaphraseTopic): Segment[] =>
  captions.map((text, i) => ({ startMs: i * CAPTION_MS, endMs: (i + 1) * CAPTION_MS, text }))

const check = (topic: ParaphraseTopic, from: number, to: number, text: string) =>
  checkSupport(
    { text, cites: [{ startMs: from * CAPTION_MS + 1, endMs: (to + 1) * CAPTION_MS - 1 }] },
    segmentsOf(topic),
  )

describe('hand-written paraphrases', () => {
  const faithful = PARAPHRASE_TOPICS.flatMap(topic =>
    topic.faithful.map(([from, to, text]) => ({ topic, from, to, text })),
  )
  const wrong = PARAPHRASE_TOPICS.flatMap(topic =>
    topic.false.map(([kind, from, to, text]) => ({ kind, topic, from, to, text })),
  )

  it('the support check accepts at least 98 % of faithful paraphrases', () => {
    expect(faithful.length).toBeGreaterThanOrEqual(120)
    const flagged = faithful.filter(({ topic, from, to, text }) => check(topic, from, to, text).support === 'weak')
    expect(
      flagged.length / faithful.length,
      flagged.map(({ topic, from, to, text }) => `${text} ${check(topic, from, to, text).missing}`).join('\n'),
    ).toBeLessThanOrEqual(0.02)
  })

  it('the support check detects at least 95 % of paraphrases with one error', () => {
    expect(wrong.length).toBeGreaterThanOrEqual(120)
    const missed = wrong.filter(({ topic, from, to, text }) => check(topic, from, to, text).support === 'verified')
    expect(1 - missed.length / wrong.length, missed.map(({ text }) => text).join('\n')).toBeGreaterThanOrEqual(0.95)
  })
})
