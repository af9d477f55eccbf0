import { porterStem } from '../choosing/porter.ts'
import { STOP_WORDS } from '../choosing/terms.ts'
import { isPartOf, MANY, numbersIn } from './numbers-said.ts'
import { quantitiesIn, quantityAt } from './quantities.ts'
import type { Token } from './tokens.ts'

/**
 * The numbers and units of a sentence in words of its own that the cited text does not have, or has for something else.
 * `currencies` are those of the whole transcript: who speaks of money names it once.
 */
export function unsaidAmounts(
  said: readonly Token[],
  cited: readonly Token[],
  currencies: ReadonlySet<string>,
): string[] {
  const numbers = numbersIn(cited)
  const quantities = quantitiesIn(cited)
  const isSaidOtherwise = (i: number) => {
    const quantity = quantityAt(said, i)
    return quantity !== undefined && quantities.has(quantity)
  }
  return said
    .filter((token, i) => {
      if (token.kind === 'number') return !isSaidOtherwise(i) && isOtherNumber(said, i, cited, numbers)
      return token.kind === 'unit' && !isSaidOtherwise(i - 1) && isOtherUnit(said, i, cited, currencies)
    })
    .map(token => token.written)
}

function isOtherNumber(
  said: readonly Token[],
  i: number,
  cited: readonly Token[],
  numbers: ReadonlySet<string>,
): boolean {
  const { form, written } = said[i]!
  // "One" stands for a thing as often as for a number.
  if (form === '1') return false
  if (MANY.test(written)) return !cited.some(token => token.kind === 'number' && Number(token.form) >= Number(form))
  if (numbers.has(form)) return belongsElsewhere(said, i, cited)
  if ((form.includes('/') || said[i + 1]?.form === 'percent') && isPartOf(form, cited)) return false
  return !(form === '2' && cited.some(token => TWO.test(token.form)))
}

const TWO = /^(both|twice|couple|pair|double|doubled|doubles|second)$/

function isOtherUnit(
  said: readonly Token[],
  i: number,
  cited: readonly Token[],
  currencies: ReadonlySet<string>,
): boolean {
  const { form } = said[i]!
  const number = said[i - 1]
  if (COUNTED.test(form)) return false
  const has = (unit: string) => cited.some(token => token.form === unit)
  if (form === 'celsius') return has('fahrenheit')
  if (form === 'fahrenheit') return has('celsius')
  if (form === 'percent' && number && isPartOf(number.form, cited)) return false
  if (!has(form)) return !(currencies.has(form) && currencies.size === 1)
  return number?.kind === 'number' && countsOther(number.form, form, cited)
}

/** What is counted rather than measured may go by another word. */
const COUNTED = /^(people|time|point)$/

/** Words between a number and its unit: "20 miles an hour instead of 30", "between 430 and 445 million dollars". */
const NEAR = 6

/** The unit belongs to other numbers wherever it is said. */
function countsOther(number: string, unit: string, cited: readonly Token[]): boolean {
  const places = cited.flatMap((token, i) => (token.kind === 'number' && token.form === number ? [i] : []))
  const isNear = (at: number) => cited.slice(Math.max(0, at - NEAR), at + NEAR).some(token => token.form === unit)
  return (
    places.length > 0 &&
    !places.some(isNear) &&
    (unit === 'percent' || places.every(i => cited[i + 1]?.kind === 'unit')) &&
    cited.every((token, i) => token.form !== unit || cited[i - 1]?.kind === 'number')
  )
}

/** The source counts the same thing with another number, and something else with this one. */
function belongsElsewhere(said: readonly Token[], i: number, cited: readonly Token[]): boolean {
  const thing = said[i + 1]
  if (thing?.kind !== 'word' || STOP_WORDS.has(thing.form)) return false
  const stem = porterStem(thing.form)
  const own = new Set(said.map(token => porterStem(token.form)))
  const isThing = (token: Token | undefined) => token !== undefined && porterStem(token.form) === stem
  const things = cited.flatMap((token, k) => (isThing(token) ? [k] : []))
  const numbers = cited.flatMap((token, k) => (token.kind === 'number' && token.form === said[i]!.form ? [k] : []))
  const others = things.filter(k => cited[k - 1]?.kind === 'number' && cited[k - 1]!.form !== said[i]!.form)
  return (
    others.length > 0 &&
    others.length === things.length &&
    numbers.length > 0 &&
    numbers.every(k => {
      const next = cited[k + 1]
      return next?.kind === 'word' && !STOP_WORDS.has(next.form) && !isThing(next) && !own.has(porterStem(next.form))
    })
  )
}
