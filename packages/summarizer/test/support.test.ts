import { describe, expect, it } from 'vitest'
import { checkSupport, type Segment } from '../src/index.ts'

/** Consecutive segments of ten seconds each. */
const spoken = (...texts: string[]): Segment[] =>
  texts.map((text, i) => ({ startMs: i * 10_000, endMs: (i + 1) * 10_000, text }))

const TALK = spoken(
  'so the first bridge was built in eighteen sixty nine',
  'it is four hundred and twenty metres long and it took',
  'seven years and about two thousand',
  'five hundred workers',
  "and they didn't lose a single one of them, says Edith Marlow",
  "it wasn't cheap, they paid $3.4 million, which was 25% more than planned",
  'in March the toll was raised to ninety cents',
  'a ten-euro note shows it',
  'nothing else is said here',
  'and the river goes on',
)
const all = { startMs: 0, endMs: 70_000 }
const check = (text: string, cite = all) => checkSupport({ text, cites: [cite] }, TALK)
const isVerified = (text: string) => check(text).support === 'verified'

it('checkSupport marks a sentence as weak when a title is followed by a name that is not in the source', () => {
  const segments = spoken('we looked at what Dr. Long had planned and it was refused in the month of May')
  const { support, missing } = checkSupport(
    { text: 'In May they refused the plan of Dr. Young.', cites: [{ startMs: 0, endMs: 9000 }] },
    segments,
  )
  expect([support, missing]).toEqual(['weak', ['Young']])
})

describe('checkSupport of paraphrases', () => {
  it.each([
    'The bridge measures 420 metres.',
    'Some 2,500 workers built the bridge within 7 years.',
    'According to Edith Marlow no worker died on the bridge, not even one of the 2500.',
    'The price was 3.4 million dollars, and the plan had been twenty-five percent lower, so not cheap.',
    'The toll on the bridge rose to 90 cents in March.',
    'A 10 euro note has the bridge, and the first one was of eighteen sixty nine.',
  ])('a paraphrase is verified when the source supports all facts: %s', text => {
    expect(check(text)).toEqual({ support: 'verified', missing: [] })
  })

  it.each([
    ['The bridge measures 430 metres.', '430'],
    ['The bridge is built 420 miles long.', 'miles'],
    ['Some 2,600 workers built the bridge within 7 years.', '2,600'],
    ['According to Edna Marlow no worker died building the bridge.', 'Edna'],
    ['The price of the bridge was 3.4 billion dollars, said the workers.', '3.4 billion'],
    ['The bridge and its workers cost 3.4 million pounds in all.', 'pounds'],
    ['The toll on the bridge rose to 90 cents in May.', 'May'],
    ['The paid sum for the bridge was 25% less than what had been planned.', 'less'],
  ])('a paraphrase is weak when a fact differs from the source: %s', (text, wrong) => {
    expect(check(text)).toEqual({ support: 'weak', missing: [wrong] })
  })

  it('a paraphrase is weak when it adds a negation', () => {
    const about = { startMs: 0, endMs: 10_000 }
    expect(
      checkSupport({ text: 'The bridge was not the first of its kind.', cites: [about] }, TALK.slice(0, 2)),
    ).toEqual({
      support: 'weak',
      missing: ['not'],
    })
  })

  it('a paraphrase is weak when it is about another subject', () => {
    expect(check('Bakers knead the dough for longer than most people expect.').missing).toEqual(['citation'])
  })
})

describe('checkSupport of near-literal quotations', () => {
  it('a near-literal sentence is verified when it omits stutters', () => {
    const segments = spoken("we don't uh we don't really need the the seven, seven pumps")
    const cites = [{ startMs: 0, endMs: 9000 }]
    expect(checkSupport({ text: "We don't really need the seven pumps.", cites }, segments).support).toBe('verified')
  })

  it('a near-literal sentence is weak when it omits a negation, even one or two words away', () => {
    const segments = spoken("the boiler is not oh really condensing and I don't think it ever will")
    const cites = [{ startMs: 0, endMs: 9000 }]
    expect(checkSupport({ text: 'The boiler is really condensing.', cites }, segments).missing).toEqual(['not'])
    expect(checkSupport({ text: 'It ever will.', cites }, segments).missing).toEqual(["don't"])
  })

  it('a near-literal sentence is weak when it uses a number or name of the next fact', () => {
    const segments = spoken('the milk has a pH of 6.7 said Anna', 'the yogurt has a pH of 4.6 said Bruno')
    const cites = [{ startMs: 0, endMs: 9000 }]
    const missing = (text: string) => checkSupport({ text, cites }, segments).missing
    expect(missing('The milk has a pH of 6.7.')).toEqual([])
    expect(missing('The milk has a pH of 4.6, said Anna.')).toEqual(['4.6'])
    expect(missing('The yogurt has a pH of 6.7, said Bruno.')).toEqual(['6.7'])
    expect(missing('The milk has a pH of 6.7, said Bruno.')).not.toEqual([])
  })

  it('a near-literal sentence is weak when it skips to the next number', () => {
    const segments = spoken('the milk starts at a pH of 6.7 and ends at 4.6 the next morning')
    const cites = [{ startMs: 0, endMs: 9000 }]
    expect(checkSupport({ text: 'The milk starts at a pH of 4.6.', cites }, segments).missing).toEqual(['4.6'])
  })

  it('a near-literal sentence is weak when it replaces a word with its opposite', () => {
    const segments = spoken('it closes above sixty degrees and opens again after an hour')
    const cites = [{ startMs: 0, endMs: 9000 }]
    expect(
      checkSupport({ text: 'It closes below sixty degrees and opens again after an hour.', cites }, segments),
    ).toEqual({ support: 'weak', missing: ['below'] })
  })

  it('checkSupport finds a number that begins in one caption and ends in the next', () => {
    expect(isVerified('It took seven years and about two thousand five hundred workers.')).toBe(true)
    expect(isVerified('It took seven years and about two thousand six hundred workers.')).toBe(false)
  })

  it('a near-literal sentence is checked against the right part of a caption with 100,000 words', () => {
    const filler = 'and the river goes on its way past the old mill '.repeat(10_000)
    const segments = spoken(`${filler} the bridge took seven years and ninety workers ${filler}`)
    const cites = [{ startMs: 0, endMs: 9000 }]
    expect(checkSupport({ text: 'The bridge took seven years and ninety workers.', cites }, segments).missing).toEqual(
      [],
    )
    expect(checkSupport({ text: 'The bridge took seven years and eighty workers.', cites }, segments).missing).toEqual([
      'eighty',
    ])
  })
})

describe('checkSupport of quotation marks', () => {
  const segments = spoken('my father uh always said a mountain is', 'a good place to be wrong early and he meant it')
  const cites = [{ startMs: 0, endMs: 9000 }]
  const missing = (text: string) => checkSupport({ text, cites }, segments).missing

  it('a passage in quotation marks is supported when it is literal, apart from punctuation, case and fillers', () => {
    expect(missing('Her father "always said: A mountain is a good place".')).toEqual([])
    expect(missing('To her father a mountain was “a good place to be wrong … early”.')).toEqual([])
    expect(missing('"My father always said", she begins.')).toEqual([])
  })

  it('a passage in quotation marks is not supported when a word is changed, missing or moved', () => {
    for (const quotation of ['a good place to be late', 'a mountain is a place', 'a place to be good and wrong early'])
      expect(missing(`In the words of her father: "${quotation}".`)).toContain(quotation)
  })
})

describe('checkSupport of citations', () => {
  const text = 'Nothing else is said here.'

  it.each([
    ['is missing', []],
    ['is after the end of the video', [{ startMs: 80_000, endMs: 100_001 }]],
    ['begins before the start of the video', [{ startMs: -1, endMs: 10 }]],
    ['ends before it begins', [{ startMs: 80_000, endMs: 79_999 }]],
    ['is not an integer', [{ startMs: 80_000.5, endMs: 81_000 }]],
    ['is not a number', [{ startMs: Number.NaN, endMs: 81_000 }]],
  ])('a sentence is weak when its citation %s', (_, cites) => {
    expect(checkSupport({ text, cites }, TALK)).toEqual({ support: 'weak', missing: ['citation'] })
  })

  it('a citation includes exactly two more captions on either side', () => {
    const near = (i: number) => ({ startMs: i * 10_000 + 1, endMs: i * 10_000 + 9999 })
    const sentence = 'The toll was raised to ninety cents.'
    expect(check(sentence, near(4)).support).toBe('verified')
    expect(check(sentence, near(8)).support).toBe('verified')
    expect(check(sentence, near(3)).support).toBe('weak')
    expect(check(sentence, near(9)).support).toBe('weak')
  })
})
