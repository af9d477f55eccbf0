import type { Summary } from '@recaps/summarizer'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { describe, expect, it } from 'vitest'
import { WINDOW_MS as FACT_WINDOW_MS, factCoverage, plantFacts } from './facts.ts'
import { findInvented } from './find-invented.ts'
import { extractivePrecision, itemRecall } from './metrics.ts'
import { readability } from './readability.ts'
import { restoration } from './restoration.ts'
import { meanScores, scoreDocument } from './score.ts'
import { fillBudget, splitIntoUnits, type Unit } from './units.ts'
import { unitsFrom } from './units-from-summary.ts'

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

describe('item recall', () => {
  it('item recall counts an item if a unit within 90 seconds has a third of its words', () => {
    expect(itemRecall(DOCUMENT, [unit(0, 'the wall cracked')])).toBeCloseTo(1 / 3, 9)
    // The second item begins 60 s after the end of this unit.
    expect(itemRecall(DOCUMENT, [unit(10, 'the repairs cost millions')])).toBeCloseTo(1 / 3, 9)
    expect(itemRecall(DOCUMENT, [unit(0, 'the wall cracked'), unit(10, 'nine million for repairs')])).toBeCloseTo(
      2 / 3,
      9,
    )
  })

  it('item recall ignores matching words at the wrong time', () => {
    expect(itemRecall(DOCUMENT, [unit(3, 'the harbour wall cracked')])).toBe(0)
    expect(itemRecall(DOCUMENT, [unit(9, 'the repair costs nine million euros')])).toBe(0)
  })

  it('item recall ignores less than a third of the words, even if two units have a third together', () => {
    // Stems: meet, friday, dredg, tender, budget. One of five is too few, two are enough.
    expect(itemRecall(DOCUMENT, [unit(20, 'until Friday')])).toBe(0)
    expect(itemRecall(DOCUMENT, [unit(20, 'we meet'), unit(20, 'until Friday')])).toBe(0)
    expect(itemRecall(DOCUMENT, [unit(20, 'we meet on Friday')])).toBeCloseTo(1 / 3, 9)
  })
})

describe('extractive precision', () => {
  it('extractive precision is the share of units with at least half of their words labelled', () => {
    const chosen = [unit(0, 'a', 1), unit(1, 'b', 0.5), unit(2, 'c', 0.49), unit(3, 'd', 0)]
    expect(extractivePrecision(chosen)).toBe(0.5)
    expect(extractivePrecision([])).toBe(0)
  })

  it('the labelled share of a sentence counts words from all segments it cites', () => {
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
  it('units are sentences of at most 40 words, without single words', () => {
    expect(splitIntoUnits(DOCUMENT).map(({ text, labelledShare }) => [text, labelledShare])).toEqual([
      ['The harbour wall cracked in the storm.', 1],
      ['The repair costs nine million euros.', 1],
      ['We meet again on Friday.', 0],
    ])
    const long = { ...DOCUMENT, segments: [segment(0, Array.from({ length: 90 }, (_, i) => `w${i}`).join(' '))] }
    expect(splitIntoUnits(long).map(({ text }) => text.split(' ').length)).toEqual([40, 40, 10])
  })

  it('fill selects units in recording order with exactly the budgeted words', () => {
    const chosen = fillBudget(splitIntoUnits(DOCUMENT), [2, 0, 1], 9)
    expect(chosen.map(({ text }) => text)).toEqual(['The harbour wall cracked', 'We meet again on Friday.'])
  })
})

it('averages each score over the documents that have a reference for it', () => {
  const unlabelled = { ...DOCUMENT, id: 'other', items: [], extractive: false, reference: 'Nothing of it at all.' }
  const scores = meanScores(
    [DOCUMENT, unlabelled].map(document => {
      const chosen = splitIntoUnits(document).slice(0, 1)
      return scoreDocument(document, chosen, chosen)
    }),
  )
  // "the harbour wall cracked in the storm" shares 4 words with the reference of 8.
  expect(scores.rouge1).toBeCloseTo((2 * 4) / (8 + 7) / 2, 9)
  expect(scores.itemRecall).toBeCloseTo(1 / 3, 9)
  expect(scores.extractivePrecision).toBe(1)
})

describe('readability', () => {
  const read = (...texts: string[]) => readability([texts.map((text, i) => unit(10 * i, text))])

  it('readability counts sentences without a main clause as fragments', () => {
    expect(read('The harbour wall cracked in the storm.').fragments).toBe(0)
    expect(read('When the harbour wall cracked.', 'We meet again on Friday.').fragments).toBe(0.5)
    expect(read('The wall of the.', 'Is what they said.').fragments).toBe(1)
  })

  it('readability counts sentences with a pronoun but no antecedent as dangling', () => {
    expect(read('The wall cracked.', 'He paid for it.').dangling).toBe(0.5)
    const together = [unit(0, 'The wall cracked.'), { ...unit(0, 'It was old.'), startMs: minute + 1000 }]
    expect(readability([together]).dangling).toBe(0)
  })

  it('readability counts sentences that repeat another one', () => {
    const said = 'The harbour wall cracked during the storm in November.'
    expect(read(said, 'During the November storm the harbour wall cracked again.').repeated).toBe(0.5)
    expect(read(said, 'Repairs of the lighthouse cost nine million euros.').repeated).toBe(0)
  })
})

it('reports numbers and names that are not in the recording as invented', () => {
  const summary = (text: string) => findInvented(DOCUMENT, [unit(0, text)])
  expect(summary('The repair costs nine million euros, and the wall is for Friday.')).toEqual([])
  expect(summary('The repair in Lisbon costs ten million euros.')).toEqual(['Lisbon', 'ten million'])
})

describe('planted facts', () => {
  const hour = { ...DOCUMENT, durationMs: 60 * minute }
  const planted = plantFacts(hour)
  const summaryOf = (...texts: [atMinute: number, text: string][]) =>
    ({
      inThreePoints: [],
      sections: [
        {
          sentences: texts.map(([at, text]) => ({ text, cites: [{ startMs: at * minute, endMs: at * minute + 1 }] })),
        },
      ],
    }) as unknown as Summary

  it('plants one fact in every ten minutes', () => {
    const startsByFact = planted.facts.map(({ name }) =>
      planted.recording.segments.filter(segment => segment.text.includes(name)).map(({ startMs }) => startMs),
    )
    expect(startsByFact.map(starts => starts.map(ms => Math.floor(ms / FACT_WINDOW_MS)))).toEqual([
      [0],
      [1],
      [2],
      [3],
      [4],
      [5],
    ])
  })

  it('fact coverage counts facts by name and number, and windows by citations', () => {
    const { name, number } = planted.facts[1]!
    const summary = summaryOf([15, `The ${name} works count ${number} of them.`], [45, 'Another matter.'])
    expect(factCoverage(planted, summary)).toEqual({ windows: 6, windowsRepresented: 2 / 6, factsTold: 1 / 6 })
  })
})

describe('hidden punctuation', () => {
  const spoken = { ...DOCUMENT, segments: [segment(0, 'We met in Oslo. The wall, it cracked.')] }
  const word = (bare: string, ends = false, capital = false) => ({ bare, ends, capital })

  it('restoration scores complete, partial and missing punctuation', () => {
    const right = ['we', 'met', 'in', 'oslo', 'the', 'wall', 'it', 'cracked'].map(bare =>
      word(bare, /^(oslo|cracked)$/.test(bare), /^(we|oslo|the)$/.test(bare)),
    )
    expect(restoration([spoken], () => right)).toMatchObject({ words: 8, f1: 1, capitalsRight: 1, namesF1: 1 })
    const blind = right.map(({ bare }, i) => word(bare, i === 7, i === 0))
    expect(restoration([spoken], () => blind)).toMatchObject({
      precision: 1,
      recall: 0.5,
      capitalsRight: 6 / 8,
      namesF1: 0,
    })
  })

  it('restoration hides punctuation and capitals from the restorer', () => {
    restoration([spoken], ({ segments }) => {
      expect(segments.map(({ text }) => text)).toEqual(['we met in oslo the wall it cracked'])
      return []
    })
  })
})
