import { describe, expect, it } from 'vitest'
import { rouge, rougeTokens } from './rouge.ts'

/** Scores without stemming, as in most of the published examples. */
const unstemmed = (reference: string, summary: string) => rouge(reference, summary, false)

describe('ROUGE, by the cases of google-research/rouge_score (rouge_scorer_test.py)', () => {
  it('ROUGE-1 is 0.5 for one of three words (precision 1, recall 1/3)', () => {
    expect(unstemmed('testing one two', 'testing').rouge1).toBeCloseTo(0.5, 9)
  })

  it('all ROUGE scores are 0 if either text is empty', () => {
    const zero = { rouge1: 0, rouge2: 0, rougeL: 0 }
    expect(unstemmed('testing one two', '')).toEqual(zero)
    expect(unstemmed('', 'testing')).toEqual(zero)
    expect(unstemmed('', '')).toEqual(zero)
  })

  it('ROUGE-2 is 2/3 for one of two word pairs (precision 1, recall 1/2)', () => {
    expect(unstemmed('testing one two', 'testing one').rouge2).toBeCloseTo(2 / 3, 9)
  })

  it('ROUGE-L is 4/5 for two of three words in sequence (precision 1, recall 2/3)', () => {
    expect(unstemmed('testing one two', 'testing one').rougeL).toBeCloseTo(0.8, 9)
  })

  it('ROUGE-L allows a gap in the common subsequence', () => {
    expect(unstemmed('testing one two', 'testing two').rougeL).toBeCloseTo(0.8, 9)
  })

  it('ROUGE-2 does not pair words across a gap', () => {
    expect(unstemmed('testing one two', 'testing two').rouge2).toBe(0)
  })

  it('ROUGE-1 counts a word at most as often as it occurs in both texts', () => {
    // 2 of 3 and 2 of 4 words shared: F = 2 · ⅔ · ½ / (⅔ + ½)
    expect(unstemmed('the cat the', 'the the the cat').rouge1).toBeCloseTo((2 * 1 * 0.75) / 1.75, 9)
    expect(unstemmed('the cat sat', 'the the the').rouge1).toBeCloseTo(1 / 3, 9)
    expect(unstemmed('the the the', 'the cat sat').rouge1).toBeCloseTo(1 / 3, 9)
  })

  it('ROUGE tokens are lower-cased runs of a–z and 0–9 only', () => {
    expect(rougeTokens('Hello, World-wide 3.5% naïve', false)).toEqual(['hello', 'world', 'wide', '3', '5', 'na', 've'])
    expect(unstemmed('THE CAT.', 'the, cat!').rouge2).toBe(1)
    expect(unstemmed('日本語', '日本語').rouge1).toBe(0)
  })
})

describe('ROUGE of an example calculated by hand', () => {
  // Shared words: the ×2, cat, mat of 6 and 7; shared pairs: "the cat", "the mat" of 5 and 6; subsequence: the cat the mat.
  const scores = unstemmed('the cat sat on the mat', 'the cat lay down beside the mat')

  it('ROUGE-1, ROUGE-2 and ROUGE-L match the values calculated by hand', () => {
    const f = (shared: number, inReference: number, inSummary: number) => (2 * shared) / (inReference + inSummary)
    expect(scores.rouge1).toBeCloseTo(f(4, 6, 7), 9)
    expect(scores.rouge2).toBeCloseTo(f(2, 5, 6), 9)
    expect(scores.rougeL).toBeCloseTo(f(4, 6, 7), 9)
  })

  it('ROUGE is symmetric in reference and summary', () => {
    expect(unstemmed('the cat lay down beside the mat', 'the cat sat on the mat')).toEqual(scores)
  })

  it('reversing the word order lowers ROUGE-2 and ROUGE-L but not ROUGE-1', () => {
    const reversed = unstemmed('one two three four', 'four three two one')
    expect(reversed).toEqual({ rouge1: 1, rouge2: 0, rougeL: 0.25 })
  })
})

describe('ROUGE stemming like NLTK', () => {
  it('ROUGE stemming skips words of three letters or fewer', () => {
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
  ])('stems %s to %s', (word, stem) => {
    expect(rougeTokens(word)).toEqual([stem])
  })

  it('ROUGE counts different forms of a word as the same word if stemmed', () => {
    expect(rouge('meetings were planned', 'the meeting was planning').rouge1).toBeCloseTo((2 * 2) / 7, 9)
    expect(unstemmed('meetings were planned', 'the meeting was planning').rouge1).toBe(0)
  })
})
