import { describe, expect, it } from 'vitest'
import { rouge, rougeTokens } from './rouge.ts'

/** Both texts without stemming, as most of the published examples are. */
const plain = (reference: string, summary: string) => rouge(reference, summary, false)

describe('ROUGE as google-research/rouge_score has it (rouge_scorer_test.py)', () => {
  it('is 0.5 for one of three words: precision 1, recall 1/3', () => {
    expect(plain('testing one two', 'testing').rouge1).toBeCloseTo(0.5, 9)
  })

  it('is 0 for texts of which one is empty', () => {
    const nothing = { rouge1: 0, rouge2: 0, rougeL: 0 }
    expect(plain('testing one two', '')).toEqual(nothing)
    expect(plain('', 'testing')).toEqual(nothing)
    expect(plain('', '')).toEqual(nothing)
  })

  it('is 2/3 in pairs of words: precision 1, recall 1/2', () => {
    expect(plain('testing one two', 'testing one').rouge2).toBeCloseTo(2 / 3, 9)
  })

  it('is 4/5 in the longest common subsequence of neighbours: precision 1, recall 2/3', () => {
    expect(plain('testing one two', 'testing one').rougeL).toBeCloseTo(0.8, 9)
  })

  it('is 4/5 in a common subsequence with a gap', () => {
    expect(plain('testing one two', 'testing two').rougeL).toBeCloseTo(0.8, 9)
  })

  it('does not pair words over a gap', () => {
    expect(plain('testing one two', 'testing two').rouge2).toBe(0)
  })

  it('counts a word no more often than the other text has it', () => {
    // 2 of 3 and 2 of 4 words shared: F = 2 · ⅔ · ½ / (⅔ + ½)
    expect(plain('the cat the', 'the the the cat').rouge1).toBeCloseTo((2 * 1 * 0.75) / 1.75, 9)
    expect(plain('the cat sat', 'the the the').rouge1).toBeCloseTo(1 / 3, 9)
    expect(plain('the the the', 'the cat sat').rouge1).toBeCloseTo(1 / 3, 9)
  })

  it('reads lower-cased runs of letters and digits, and nothing else', () => {
    expect(rougeTokens('Hello, World-wide 3.5% naïve', false)).toEqual(['hello', 'world', 'wide', '3', '5', 'na', 've'])
    expect(plain('THE CAT.', 'the, cat!').rouge2).toBe(1)
    expect(plain('日本語', '日本語').rouge1).toBe(0)
  })
})

describe('a case worked out by hand', () => {
  // Shared words: the ×2, cat, mat of 6 and 7; shared pairs: "the cat", "the mat" of 5 and 6; subsequence: the cat the mat.
  const scores = plain('the cat sat on the mat', 'the cat lay down beside the mat')

  it('has its F of words, pairs and subsequence', () => {
    const f = (shared: number, wanted: number, given: number) => (2 * shared) / (wanted + given)
    expect(scores.rouge1).toBeCloseTo(f(4, 6, 7), 9)
    expect(scores.rouge2).toBeCloseTo(f(2, 5, 6), 9)
    expect(scores.rougeL).toBeCloseTo(f(4, 6, 7), 9)
  })

  it('is the same with the texts exchanged', () => {
    expect(plain('the cat lay down beside the mat', 'the cat sat on the mat')).toEqual(scores)
  })

  it('loses its subsequence and not its words when the order is turned', () => {
    const turned = plain('one two three four', 'four three two one')
    expect(turned).toEqual({ rouge1: 1, rouge2: 0, rougeL: 0.25 })
  })
})

describe('stemming as NLTK does it', () => {
  it('spares words of three letters and fewer', () => {
    expect(rougeTokens('dies die was has its ties')).toEqual(['die', 'die', 'was', 'has', 'its', 'tie'])
  })

  it.each([
    ['testing', 'test'],
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['flies', 'fli'],
    ['meetings', 'meet'],
    ['agreed', 'agre'],
    ['relational', 'relat'],
    ['conditional', 'condit'],
    ['hopefulness', 'hope'],
    ['electrical', 'electr'],
    ['happy', 'happi'],
    ['enjoy', 'enjoy'],
    ['probably', 'probabl'],
    ['generalization', 'gener'],
    ['skies', 'sky'],
    ['dying', 'die'],
    ['1990s', '1990'],
  ])('%s → %s', (word, stem) => {
    expect(rougeTokens(word)).toEqual([stem])
  })

  it('makes forms of a word one word', () => {
    expect(rouge('meetings were planned', 'the meeting was planning').rouge1).toBeCloseTo((2 * 2) / 7, 9)
    expect(plain('meetings were planned', 'the meeting was planning').rouge1).toBe(0)
  })
})
