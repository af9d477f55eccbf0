import { endsSentence, isAbbreviation } from '@recaps/domain/sentence-ends'
import { STOP_WORDS } from '../choosing/terms.ts'
import { COMMON_WORDS } from '../generated/common-words.ts'
import { findKnownName } from '../reading/known-names.ts'
import { parseFractionAt, parseNumber, parseNumberAt } from './numbers.ts'

export type TokenKind = 'number' | 'unit' | 'negation' | 'name' | 'word'

/** One word, normalised to compare a sentence with the text it cites. */
export interface Token {
  /** `25` for "twenty-five", `not` for the end of "don't", `percent` for "%". */
  form: string
  kind: TokenKind
  written: string
  /** A sentence ends after it. */
  endsSentence?: true
}

/** Splits text into comparable tokens. `spoken` text has no reliable capitals, so it has no tokens of kind `name`. */
export function tokenize(text: string, spoken = false): Token[] {
  const words = splitIntoWords(text.replace(/\bper cent\b/gi, 'percent'))
  const tokens: Token[] = []
  for (let i = 0; i < words.length; ) {
    const fraction = parseFractionAt(words, i)
    const number = fraction ? undefined : parseNumberAt(words, i)
    const current = words.slice(i, i + (fraction?.words ?? number?.words ?? 1))
    const last = current.at(-1)!
    const form = fraction?.form ?? (number ? String(number.value) : undefined)
    const token =
      form !== undefined
        ? { form, kind: 'number' as const, written: current.map(word => word.written).join(' ') }
        : toToken(last, isCounted(tokens), spoken)
    tokens.push(last.closes ? { ...token, endsSentence: true } : token)
    // "$3.4 million": the sign is written before the number, but spoken after it.
    const currency = current.find(word => word.currency)?.currency
    if (currency) tokens.push({ form: currency, kind: 'unit', written: last.written })
    i += current.length
  }
  return tokens
}

interface WrittenWord {
  form: string
  written: string
  startsSentence: boolean
  comma: boolean
  closes: boolean
  currency?: string
}

function splitIntoWords(text: string): WrittenWord[] {
  const words: WrittenWord[] = []
  let before = ''
  for (const match of text.matchAll(WORD)) {
    const previous = words.at(-1)
    if (previous?.closes && isAbbreviation(`${before}.`)) previous.closes = endsSentence(`${before}.`, match[0])
    before = match[0]
    const following = text.slice(match.index + match[0].length, match.index + match[0].length + 8)
    for (const written of splitHyphenated(match[0])) {
      const currency = CURRENCY[written[0]!]
      for (const form of forms(written.toLowerCase().replaceAll('’', "'"))) {
        const startsSentence = words.at(-1)?.closes ?? true
        words.push({ form, written, startsSentence, comma: false, closes: false, ...(currency ? { currency } : {}) })
      }
    }
    const last = words.at(-1)!
    last.comma = following.startsWith(',')
    last.closes = /^["')]*[.!?]/.test(following)
  }
  return words
}

/** Whether the tokens end in a number or "half a". */
const isCounted = (tokens: readonly Token[]) =>
  tokens.at(-1)?.kind === 'number' || (/^an?$/.test(tokens.at(-1)?.form ?? '') && tokens.at(-2)?.form === '1/2')

function toToken(word: WrittenWord, counted: boolean, spoken: boolean): Token {
  const { form, written, comma } = word
  if (NEGATION.test(form)) return { form, written, kind: form === 'no' && comma ? 'word' : 'negation' }
  if (counted && UNIT.test(singular(form))) return { form: unitForm(form), written, kind: 'unit' }
  const kind = !spoken && /^\p{Lu}/u.test(written) && isName(word) ? 'name' : 'word'
  return { form: unitForm(form), written, kind }
}

/** Splits hyphenated words with a number or unit ("ten-euro"), but not numbers ("twenty-five"). */
function splitHyphenated(written: string): string[] {
  if (!written.includes('-') || parseNumber(written.toLowerCase()) !== undefined) return [written]
  const parts = written.split('-').filter(part => part !== '')
  const isFact = (part: string) =>
    parseNumber(part.toLowerCase()) !== undefined || UNIT.test(singular(part.toLowerCase()))
  return parts.some(isFact) ? parts : [written]
}

const WORD =
  /°[CF]?|[$£€]?\p{N}[\p{N},.]*\p{N}\p{L}*%?|[$£€]?\p{N}\p{L}*%?|\p{L}[\p{L}\p{M}\p{N}]*(?:['’.&-][\p{L}\p{N}]+)*/gu

/** Whether a capitalised word is a name. Common words are capitalised at the start of a sentence. */
function isName({ written, startsSentence }: WrittenWord): boolean {
  const bare = written.toLowerCase().replaceAll('’', "'")
  if (bare === 'i' || bare.startsWith("i'")) return false
  return (
    !startsSentence ||
    !(STOP_WORDS.has(bare) || COMMON_WORD_SET.has(bare) || (ORDINARY_ENDING.test(bare) && !findKnownName(bare)))
  )
}

/** Endings of ordinary words that are missing from the list of common words: "Physicians", "Bakers", "Charging". */
const ORDINARY_ENDING =
  /^un|((er|or|ist|ian|ant|ent|ion|ment|ing|al|ance|ence|ure|age|ive|et|ock|ice|ack)s|ies|ing|ed|tion|sion|ment|ness|ity|ance|ence|ism|ly)$/

const COMMON_WORD_SET: ReadonlySet<string> = new Set(COMMON_WORDS.flatMap(words => words.split(' ')))

const CURRENCY: Record<string, string> = { $: 'dollar', '£': 'pound', '€': 'euro' }

/** Currencies named in a text, as token forms. */
export const extractCurrencies = (text: string): string[] =>
  (text.toLowerCase().match(/[$£€]|\b(dollar|euro|pound|buck|yen|rupee|franc)s?\b/g) ?? []).map(
    word => CURRENCY[word] ?? unitForm(word),
  )

/** Splits a written word into token forms: contractions, currency signs and units attached to digits are separated. */
function forms(word: string): string[] {
  if (word === 'cannot' || word === "can't") return ['can', 'not']
  if (word === "won't") return ['will', 'not']
  if (word === "shan't") return ['shall', 'not']
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
  const amount = /^[$£€]?(\d[\d,.]*?)(st|nd|rd|th|s|k|bn|[mb](?![a-z]))?([a-z]+|%)?$/.exec(word)
  if (amount) {
    const unit = amount[3] === '%' ? 'percent' : amount[3]
    return [amount[1]! + (amount[2] ?? ''), ...(unit ? [unit] : [])]
  }
  if (word === '°c') return ['degree', 'celsius']
  if (word === '°f') return ['degree', 'fahrenheit']
  return [word.replace(/'s?$/, '')]
}

const NEGATION = /^(not|no|never|none|nobody|nothing|nowhere|neither|nor|without|hardly|barely)$/

const UNIT =
  /^(percent|percentage|per ?cent|dollar|euro|pound|cent|buck|yen|rupee|franc|second|minute|hour|day|week|month|year|decade|century|millisecond|microsecond|nanosecond|meter|metre|kilometer|kilometre|km|mile|inch|inche|foot|feet|yard|centimeter|centimetre|cm|millimeter|millimetre|mm|kilogram|kg|milligram|mg|microgram|kilo|gram|g|ton|tonne|ounce|teaspoon|tablespoon|oz|lb|liter|litre|milliliter|millilitre|ml|gallon|degree|celsius|fahrenheit|kelvin|volt|watt|kilowatt|megawatt|gigawatt|amp|joule|calorie|hertz|hz|khz|mhz|ghz|kilohertz|megahertz|gigahertz|bit|byte|kb|mb|gb|tb|kilobyte|megabyte|gigabyte|terabyte|pixel|fps|rpm|mph|acre|hectare|point|time|person|people|bpm|ms|sec|min|hr|kbps|mbps|gwei|gas|gig|m|l|v|w|kw|mw|kwh|°)$/

const singular = (word: string) =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

const UNIT_SYNONYMS: Record<string, string> = {
  kilometer: 'km',
  kilometre: 'km',
  kilogram: 'kg',
  gigabyte: 'gb',
  megabyte: 'mb',
  terabyte: 'tb',
  kilobyte: 'kb',
  gigahertz: 'ghz',
  megahertz: 'mhz',
  kilohertz: 'khz',
  hertz: 'hz',
  metre: 'meter',
  litre: 'liter',
  buck: 'dollar',
  sec: 'second',
  min: 'minute',
  hr: 'hour',
  foot: 'feet',
  millisecond: 'ms',
  percentage: 'percent',
  kilo: 'kg',
  milligram: 'mg',
  gram: 'g',
  gig: 'gb',
  centimeter: 'cm',
  centimetre: 'cm',
  millimeter: 'mm',
  millimetre: 'mm',
  inche: 'inch',
  m: 'meter',
  l: 'liter',
  v: 'volt',
  w: 'watt',
  kw: 'kilowatt',
  mw: 'megawatt',
  '°': 'degree',
  person: 'people',
  century: 'century',
  centurie: 'century',
  millilitre: 'milliliter',
  ml: 'milliliter',
}

function unitForm(form: string): string {
  const base = singular(form)
  return UNIT_SYNONYMS[base] ?? (UNIT.test(base) ? base : form)
}
