import { STOP_WORDS } from '../choosing/terms.ts'
import { continues, numberOf, scaleOf } from './numbers.ts'

export type TokenKind = 'number' | 'unit' | 'negation' | 'name' | 'word'

/** One word in the form in which a sentence and what it cites are compared. */
export interface Token {
  /** `25` for "twenty-five", `not` for the end of "don't", `percent` for "%". */
  form: string
  kind: TokenKind
  /** As it was written. */
  written: string
}

/** Splits text into comparable tokens. `spoken` text has no reliable capitals, so nothing in it is called a name. */
export function tokensOf(text: string, spoken = false): Token[] {
  const tokens: Token[] = []
  let startsSentence = true
  for (const match of text.matchAll(WORD)) {
    const written = match[0]
    const comma = text[match.index + written.length] === ','
    for (const form of forms(written.toLowerCase().replaceAll('’', "'")))
      push(tokens, { form, written, kind: 'word' }, comma)
    const last = tokens.at(-1)
    if (last && last.kind === 'word' && !spoken && /^\p{Lu}/u.test(written) && isName(written, startsSentence))
      last.kind = 'name'
    startsSentence = /^["')]*[.!?]/.test(text.slice(match.index + written.length))
  }
  return tokens
}

const WORD = /[$£€]?\p{N}[\p{N},.]*\p{N}\p{L}*%?|[$£€]?\p{N}\p{L}*%?|\p{L}[\p{L}\p{M}\p{N}]*(?:['’.&-][\p{L}\p{N}]+)*/gu

function isName(written: string, startsSentence: boolean): boolean {
  const bare = written.toLowerCase().replaceAll('’', "'")
  if (bare === 'i' || bare.startsWith("i'")) return false
  if (!startsSentence) return true
  return !STOP_WORDS.has(bare) && numberOf(bare) === undefined
}

const CURRENCY: Record<string, string> = { $: 'dollar', '£': 'pound', '€': 'euro' }

/** The parts of one written word: contractions, currency signs and units that stick to digits come apart. */
function forms(word: string): string[] {
  if (word === 'cannot' || word === "can't") return ['can', 'not']
  if (word === "won't") return ['will', 'not']
  if (word === "shan't") return ['shall', 'not']
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
  const amount = /^([$£€]?)(\d[\d,.]*?)(st|nd|rd|th|s|k|bn|[mb](?![a-z]))?([a-z]+|%)?$/.exec(word)
  if (amount) {
    const unit = amount[1] ? CURRENCY[amount[1]]! : amount[4] === '%' ? 'percent' : amount[4]
    return [amount[2]! + (amount[3] ?? ''), ...(unit ? [unit] : [])]
  }
  const possessive = word.replace(/'s$/, '')
  return [possessive]
}

const NEGATION = /^(not|no|never|none|nobody|nothing|nowhere|neither|nor|without|hardly|barely)$/

const UNIT =
  /^(percent|percentage|per ?cent|dollar|euro|pound|cent|buck|yen|rupee|second|minute|hour|day|week|month|year|decade|century|millisecond|microsecond|nanosecond|meter|metre|kilometer|kilometre|km|mile|inch|inche|foot|feet|yard|centimeter|centimetre|cm|millimeter|millimetre|mm|kilogram|kg|kilo|gram|g|ton|tonne|ounce|oz|lb|liter|litre|gallon|degree|celsius|fahrenheit|kelvin|volt|watt|kilowatt|megawatt|gigawatt|amp|joule|calorie|hertz|hz|khz|mhz|ghz|kilohertz|megahertz|gigahertz|bit|byte|kb|mb|gb|tb|kilobyte|megabyte|gigabyte|terabyte|pixel|fps|rpm|mph|acre|hectare|point|time|person|people|bpm|ms|sec|min|hr|kbps|mbps|gwei|gas)$/

const singular = (word: string) =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

function push(tokens: Token[], token: Token, comma: boolean): void {
  const last = tokens.at(-1)
  const value = numberOf(token.form)
  const scale = scaleOf(token.form)
  if (scale !== undefined && last?.kind === 'number') {
    last.form = String(Number(last.form) * scale)
    last.written += ` ${token.written}`
  } else if (value !== undefined && last?.kind === 'number' && continues(Number(last.form), value) && !comma) {
    last.form = String(Number(last.form) + value)
    last.written += ` ${token.written}`
  } else if (value !== undefined) tokens.push({ ...token, form: String(value), kind: 'number' })
  else if (scale !== undefined) tokens.push({ ...token, form: String(scale), kind: 'number' })
  else if (NEGATION.test(token.form))
    tokens.push({ ...token, kind: token.form === 'no' && comma ? 'word' : 'negation' })
  else if (last?.kind === 'number' && UNIT.test(singular(token.form)))
    tokens.push({ ...token, form: unitForm(token.form), kind: 'unit' })
  else tokens.push({ ...token, form: unitForm(token.form) })
}

const SAME_UNIT: Record<string, string> = {
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
}

function unitForm(form: string): string {
  const base = singular(form)
  return SAME_UNIT[base] ?? (UNIT.test(base) ? base : form)
}
