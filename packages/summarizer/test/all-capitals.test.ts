import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from '../../domain/src/captions/parse.ts'
import type { Segment } from '../src/index.ts'
import { summarize } from '../src/index.ts'
import { shippedModels } from '../src/models.ts'
import { readSource } from '../src/reading/read.ts'
import { allSentences, visibleText } from './sentences.ts'

const cases = path.resolve(import.meta.dirname, '../../../../shared/cases/43-all-caps/in.srt')
const hasCases = existsSync(cases)

const segmentsOf = (...lines: string[]): Segment[] =>
  lines.map((text, i) => ({ text, startMs: i * 5000, endMs: i * 5000 + 4800 }))
/** The sentences read from captions. */
const readLines = (segments: Segment[], title?: string): string[] =>
  readSource(
    { segments, durationMs: segments.length * 5000, kind: 'uploaded', ...(title === undefined ? {} : { title }) },
    shippedModels(),
  ).utterances.map(({ words }) => words.map(word => word.text).join(' '))
const read = (...lines: string[]) => readLines(segmentsOf(...lines))

describe('captions in all capitals', () => {
  test.each([
    ['sentences', 'THE OLD MILL BURNED DOWN. NOBODY WAS HURT.', ['The old mill burned down.', 'Nobody was hurt.']],
    ['"I"', "YOU KNOW I DO. I'M LATE, AND I'LL STAY.", ['You know I do.', "I'm late, and I'll stay."]],
    ['known acronyms', 'THE FBI CALLED NASA.', ['The FBI called NASA.']],
    ['unknown acronyms', 'THE TGV USES TCP AND 5G IN THE B2B MARKET.', ['The TGV uses TCP and 5G in the B2B market.']],
    ['letters with full stops', 'THE U.S. NAVY CAME AT 9 A.M. SHARP.', ['The U.S. navy came at 9 a.m. sharp.']],
    ['known names', 'MARIA WENT FROM LONDON TO NEW YORK ON MONDAY.', ['Maria went from London to New York on Monday.']],
    ['names after titles', 'I SAW DR. OKONKWO AND MRS. MCDONALD.', ['I saw Dr. Okonkwo and Mrs. McDonald.']],
    [
      'names of places',
      'WE MET AT ELDER STREET. THE ELDER STREET OFFICE IS SHUT.',
      ['We met at Elder Street.', 'The Elder Street office is shut.'],
    ],
    [
      'numerals',
      'WORLD WAR II ENDED IN THE 1940S, ON THE 2ND TRY.',
      ['World War II ended in the 1940s, on the 2nd try.'],
    ],
    ['companies', 'ACME INC. PAID FOR IT.', ['Acme Inc. paid for it.']],
    [
      'common words that look like abbreviations',
      'IT NEEDS A WASH. ENGINEERS KNOW.',
      ['It needs a wash.', 'Engineers know.'],
    ],
    ['accents', 'THE CAFÉ WAS SHUT, VOILÀ.', ['The café was shut, voilà.']],
  ])('captions in all capitals are converted to normal case: %s', (_, line, sentences) => {
    expect(read(line, 'THAT WAS ALL OF IT.', 'THE END CAME SOON.').slice(0, sentences.length)).toEqual(sentences)
  })

  it('captions in all capitals get capitals for names from the video title', () => {
    const segments = segmentsOf('THEY SAILED TO QUELLMOOR IN MAY.', 'THE WIND WAS COLD.')
    expect(readLines(segments, 'A voyage to Quellmoor')[0]).toBe('They sailed to Quellmoor in May.')
  })

  it('captions in all capitals get capitals for names from mixed-case captions', () => {
    const segments = segmentsOf(
      'I saw the boat of Quellmoor today.',
      'QUELLMOOR HAS A BOAT.',
      'THE BOAT OF QUELLMOOR IS NEW.',
      'IT WAS BUILT LAST YEAR.',
    )
    expect(readLines(segments).slice(2)).toEqual(['The boat of Quellmoor is new.', 'It was built last year.'])
  })

  it('captions in all capitals without punctuation are converted to normal case', () => {
    const sentences = read(
      'GOOD EVENING AND WELCOME TO THE PROGRAMME ABOUT THE RIVER THAMES',
      'SHE WILL TELL US WHY THE FLOOD BARRIER WAS BUILT FOR NASA AND WHAT IT COST',
      'AND I STILL THINK THAT IT PROTECTS MORE THAN A MILLION PEOPLE EVERY WINTER',
    ).join(' ')
    expect(sentences).toMatch(/NASA/)
    expect(sentences).toMatch(/ I still/)
    expect(sentences.replace(/NASA/g, '')).not.toMatch(/\p{Lu}{2}/u)
  })

  it('a long part in all capitals is converted to normal case when the rest of the captions is in mixed case', () => {
    const allCapitals = Array.from({ length: 8 }, (_, i) => `THE SECOND SPEAKER SAID NUMBER ${i} OF IT.`)
    const mixed = Array.from({ length: 12 }, (_, i) => `The first speaker said number ${i} of NATO and it.`)
    const sentences = readLines(segmentsOf(...mixed, ...allCapitals))
    expect(sentences[0]).toBe(mixed[0])
    expect(sentences.at(-1)).toBe('The second speaker said number 7 of it.')
  })
})

describe('captions in mixed case', () => {
  test.each([
    ['a word for emphasis', 'He said NEVER AGAIN and left.'],
    ['a sentence for emphasis', 'DO NOT TOUCH THE LAMP.'],
    ['acronyms', 'NASA, ESA, JAXA.'],
  ])('captions in mixed case keep their capitals: %s', (_, line) => {
    const around = Array.from({ length: 6 }, (_, i) => `The keeper lit lamp number ${i} in the tower.`)
    expect(readLines(segmentsOf(...around, line, ...around))).toContain(line)
  })
})

it.skipIf(!hasCases)(
  `shared cases in all capitals are summarised in sentence case${hasCases ? '' : ' (skipped: cases not found)'}`,
  () => {
    const parsed = parseCaptions(readFileSync(cases))
    const segments = parsed.kind === 'captions' ? parsed.segments : []
    const summary = summarize({ segments, durationMs: 50_000, kind: 'uploaded' }, { words: 400 })
    const texts = allSentences(summary).map(({ text }) => text)
    expect(texts).toContain('The harbour of Marrow Bay was dredged in 1962.')
    expect(texts).toContain('Dr. Chen of MIT said the dredging cost four million pounds.')
    expect(texts).toContain('NASA and the EU paid for a new radar.')
    expect(visibleText(summary).replace(/\b(NASA|EU|MIT)\b/g, '')).not.toMatch(/\p{Lu}{2}/u)
  },
)
