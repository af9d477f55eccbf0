import { porterStem } from '../choosing/porter.ts'
import { STOP_WORDS } from '../choosing/terms.ts'
import { extractNumbers, hasEquivalentShare, INDEFINITE_NUMBER } from './cited-numbers.ts'
import { extractQuantities, parseQuantityAt } from './quantities.ts'
import type { Token } from './tokens.ts'

/**
 * Finds the numbers and units of a paraphrase that the cited text does not contain, or uses for something else.
 * `currencies`: all currencies in the transcript, because speakers often name the currency only once.
 */
export function findUnsupportedAmounts(
  sentence: readonly Token[],
  cited: readonly Token[],
  currencies: ReadonlySet<string>,
): string[] {
  const numbers = extractNumbers(cited)
  const quantities = extractQuantities(cited)
  const hasEquivalent = (i: number) => {
    const quantity = parseQuantityAt(sentence, i)
    return quantity !== undefined && quantities.has(quantity)
  }
  return sentence
    .filter((token, i) => {
      if (token.kind === 'number') return !hasEquivalent(i) && isUnsupportedNumber(sentence, i, cited, numbers)
      return token.kind === 'unit' && !hasEquivalent(i - 1) && isUnsupportedUnit(sentence, i, cited, currencies)
    })
    .map(token => token.written)
}

function isUnsupportedNumber(
  sentence: readonly Token[],
  i: number,
  cited: readonly Token[],
  numbers: ReadonlySet<string>,
): boolean {
  const { form, written } = sentence[i]!
  // "One" is a pronoun as often as a number.
  if (form === '1') return false
  if (INDEFINITE_NUMBER.test(written))
    return !cited.some(token => token.kind === 'number' && Number(token.form) >= Number(form))
  if (numbers.has(form)) return countsOtherNoun(sentence, i, cited)
  if ((form.includes('/') || sentence[i + 1]?.form === 'percent') && hasEquivalentShare(form, cited)) return false
  return !(form === '2' && cited.some(token => TWO_WORDS.test(token.form)))
}

const TWO_WORDS = /^(both|twice|couple|pair|double|doubled|doubles|second)$/

function isUnsupportedUnit(
  sentence: readonly Token[],
  i: number,
  cited: readonly Token[],
  currencies: ReadonlySet<string>,
): boolean {
  const { form } = sentence[i]!
  const number = sentence[i - 1]
  if (COUNTED.test(form)) return false
  const has = (unit: string) => cited.some(token => token.form === unit)
  if (form === 'celsius') return has('fahrenheit')
  if (form === 'fahrenheit') return has('celsius')
  if (form === 'percent' && number && hasEquivalentShare(number.form, cited)) return false
  if (!has(form)) return !(currencies.has(form) && currencies.size === 1)
  return number?.kind === 'number' && belongsToOtherNumbers(number.form, form, cited)
}

/** Counted nouns rather than units of measurement: the sentence may use another word for them. */
const COUNTED = /^(people|time|point)$/

/** Words between a number and its unit: "20 miles an hour instead of 30", "between 430 and 445 million dollars". */
const MAX_DISTANCE = 6

/** Whether the unit belongs to other numbers everywhere in the cited text. */
function belongsToOtherNumbers(number: string, unit: string, cited: readonly Token[]): boolean {
  const positions = cited.flatMap((token, i) => (token.kind === 'number' && token.form === number ? [i] : []))
  const isNear = (at: number) =>
    cited.slice(Math.max(0, at - MAX_DISTANCE), at + MAX_DISTANCE).some(token => token.form === unit)
  return (
    positions.length > 0 &&
    !positions.some(isNear) &&
    (unit === 'percent' || positions.every(i => cited[i + 1]?.kind === 'unit')) &&
    cited.every((token, i) => token.form !== unit || cited[i - 1]?.kind === 'number')
  )
}

/** Whether the source has another number for the same noun, and uses this number for a different noun. */
function countsOtherNoun(sentence: readonly Token[], i: number, cited: readonly Token[]): boolean {
  const noun = sentence[i + 1]
  if (noun?.kind !== 'word' || STOP_WORDS.has(noun.form)) return false
  const stem = porterStem(noun.form)
  const sentenceStems = new Set(sentence.map(token => porterStem(token.form)))
  const isSameNoun = (token: Token | undefined) => token !== undefined && porterStem(token.form) === stem
  const occurrences = cited.flatMap((token, k) => (isSameNoun(token) ? [k] : []))
  const numbers = cited.flatMap((token, k) => (token.kind === 'number' && token.form === sentence[i]!.form ? [k] : []))
  const others = occurrences.filter(k => cited[k - 1]?.kind === 'number' && cited[k - 1]!.form !== sentence[i]!.form)
  return (
    others.length > 0 &&
    others.length === occurrences.length &&
    numbers.length > 0 &&
    numbers.every(k => {
      const next = cited[k + 1]
      return (
        next?.kind === 'word' &&
        !STOP_WORDS.has(next.form) &&
        !isSameNoun(next) &&
        !sentenceStems.has(porterStem(next.form))
      )
    })
  )
}
