import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { describe, expect, it } from 'vitest'
import { unitsFrom } from './builtin.ts'
import { extractivePrecision, itemRecall } from './metrics.ts'
import { score } from './score.ts'
import { fill, type Unit, unitsOf } from './units.ts'

const minute = 60_000
const segment = (startMinute: number, text: string, labelled = false) => ({
  startMs: startMinute * minute,
  endMs: (startMinute + 1) * minute,
  text,
  labelled,
})

const DOCUMENT: SpokenDocument = {
  id: 'harbour',
  group: 'harbour',
  source: 'ami',
  durationMs: 30 * minute,
  segments: [
    segment(0, 'The harbour wall cracked in the storm. Yes.', true),
    segment(10, 'The repair costs nine million euros.', true),
    segment(20, 'We meet again on Friday.'),
  ],
  reference: 'The harbour wall cracked. Repair costs nine million.',
  items: [
    { startMs: 0.5 * minute, text: 'Harbour wall cracked' },
    { startMs: 12 * minute, text: 'Repair will cost nine million euros' },
    { startMs: 20 * minute, text: 'Meeting on Friday about dredging tenders and budgets' },
  ],
  extractive: true,
}

const unit = (startMinute: number, text: string, labelledShare = 0): Unit => ({
  text,
  startMs: startMinute * minute,
  endMs: (startMinute + 1) * minute,
  labelledShare,
})

describe('the share of items that a choice represents', () => {
  it('counts an item whose words, by a third, stand in one unit within 90 seconds', () => {
    expect(itemRecall(DOCUMENT, [unit(0, 'the wall cracked')])).toBeCloseTo(1 / 3, 9)
    // The second item begins 60 s behind the end of this unit.
    expect(itemRecall(DOCUMENT, [unit(10, 'the repairs cost millions')])).toBeCloseTo(1 / 3, 9)
    expect(itemRecall(DOCUMENT, [unit(0, 'the wall cracked'), unit(10, 'nine million for repairs')])).toBeCloseTo(
      2 / 3,
      9,
    )
  })

  it('does not count the right words at the wrong time', () => {
    expect(itemRecall(DOCUMENT, [unit(3, 'the harbour wall cracked')])).toBe(0)
    expect(itemRecall(DOCUMENT, [unit(9, 'the repair costs nine million euros')])).toBe(0)
  })

  it('does not count fewer than a third of the words, nor words put together from two units', () => {
    // meet, friday, dredg, tender, budget: one of five is too few, two are enough.
    expect(itemRecall(DOCUMENT, [unit(20, 'until Friday')])).toBe(0)
    expect(itemRecall(DOCUMENT, [unit(20, 'we meet'), unit(20, 'until Friday')])).toBe(0)
    expect(itemRecall(DOCUMENT, [unit(20, 'we meet on Friday')])).toBeCloseTo(1 / 3, 9)
  })
})

describe('precision on what people labelled', () => {
  it('is the share of units with at least half of their words in labelled acts', () => {
    const chosen = [unit(0, 'a', 1), unit(1, 'b', 0.5), unit(2, 'c', 0.49), unit(3, 'd', 0)]
    expect(extractivePrecision(chosen)).toBe(0.5)
    expect(extractivePrecision([])).toBe(0)
  })

  it('finds the labelled words of a sentence that was made from several acts', () => {
    const sentence = (text: string, startMinute: number, endMinute: number) => ({
      text,
      cites: [{ startMs: startMinute * minute, endMs: endMinute * minute }],
      support: 'verified' as const,
    })
    const shareOf = (text: string, from: number, to: number) =>
      unitsFrom(DOCUMENT, {
        headline: '',
        inThreePoints: [sentence(text, from, to)],
        sections: [],
      } as unknown as Parameters<typeof unitsFrom>[1])[0]!.labelledShare
    expect(shareOf('The harbour wall cracked.', 0, 1)).toBe(1)
    expect(shareOf('We meet again on Friday.', 20, 21)).toBe(0)
    // cost(s) differs in form: "repair nine million" are labelled, "meet again friday" are not.
    expect(shareOf('Repair nine million meet again Friday', 10, 21)).toBeCloseTo(0.5, 9)
  })
})

describe('units', () => {
  it('are sentences of at most 40 words; single words are none', () => {
    expect(unitsOf(DOCUMENT).map(({ text, labelledShare }) => [text, labelledShare])).toEqual([
      ['The harbour wall cracked in the storm.', 1],
      ['The repair costs nine million euros.', 1],
      ['We meet again on Friday.', 0],
    ])
    const long = { ...DOCUMENT, segments: [segment(0, Array.from({ length: 90 }, (_, i) => `w${i}`).join(' '))] }
    expect(unitsOf(long).map(({ text }) => text.split(' ').length)).toEqual([40, 40, 10])
  })

  it('fill a budget to the word, in the order of the recording', () => {
    const chosen = fill(unitsOf(DOCUMENT), [2, 0, 1], 9)
    expect(chosen.map(({ text }) => text)).toEqual(['The harbour wall cracked', 'We meet again on Friday.'])
  })
})

it('scores a system by means over the documents that have what is asked', () => {
  const silent = { ...DOCUMENT, id: 'other', items: [], extractive: false, reference: 'Nothing of it at all.' }
  const scores = score(document => unitsOf(document).slice(0, 1), [DOCUMENT, silent], 200)
  // "the harbour wall cracked in the storm" against 8 words of reference: 4 shared.
  expect(scores.rouge1).toBeCloseTo((2 * 4) / (8 + 7) / 2, 9)
  expect(scores.itemRecall).toBeCloseTo(1 / 3, 9)
  expect(scores.extractivePrecision).toBe(1)
})
