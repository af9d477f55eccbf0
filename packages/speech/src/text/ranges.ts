import { MONTHS } from './abbreviations.ts'
import { type Context, isNumber, type Piece, type Reader } from './context.ts'
import { currencyOf } from './currencies.ts'
import { isMonth, namedRange } from './dates.ts'

const CLOCK = /^\d{1,2}:[0-5]\d(?:[ap]\.?m\.?)?$|^\d{1,2}[ap]\.?m\.?$|^(?:noon|midnight)$/i
const YEAR = /^(?:1[1-9]|20)\d\d$/
const NOW = /^(?:present|now|today)$/i
/** What two ends may both be: times, decades, ordinals, dates, negative numbers, numbers with a sign. */
const KINDS = [
  CLOCK,
  /^'?(?:\d{3}|\d)0'?s$/,
  /^\d[\d,]*(?:st|nd|rd|th)$/,
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/,
  /^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/,
  /^-\d[\d.,]*(?:[°%]\p{L}?)?$/u,
  /^[#§]\d+$/,
]
/** "Q1–Q3", "S01–S05": codes of one kind. */
const CODE = /^(\p{Lu}{1,2})(\d{1,4})$/u

/** The ends of "9am–5pm", "1960s–80s", "18th-19th", "Q1–Q3", "2010–present"; null for any other word. */
export function rangeEnds(core: string): [from: string, to: string] | null {
  for (const dash of [/[–—~]/, /(?<!^)-(?=-?[\d'\p{L}])/u]) {
    const ends = core.split(dash)
    if (ends.length === 2 && ends[0] !== '' && ends[1] !== '')
      return areAlike(ends[0]!, ends[1]!) ? [ends[0]!, ends[1]!] : null
  }
  return null
}

function areAlike(from: string, to: string): boolean {
  if (KINDS.some(kind => kind.test(from) && kind.test(to))) return true
  const [first, last] = [CODE.exec(from), CODE.exec(to)]
  if (first && last) return first[1] === last[1] && Number(first[2]) < Number(last[2])
  if (/^\d{1,2}$/.test(from)) return CLOCK.test(to)
  if (/^\d{1,2}:\d\d$/.test(from)) return CLOCK.test(from) && /^\d{1,2}$/.test(to)
  if (YEAR.test(from)) return NOW.test(to)
  return /^-?\d[\d.,]*$/.test(from) && /^-\d[\d.,]*\D{0,2}$/.test(to)
}

const EM_RANGE = /^\d[\d.,]*%?—\d[\d.,]*%?$/
const EN_RANGE = /^[-+~≈<>±]?[^\p{L}\d\s]{0,2}\d[\d.,:]*[^\s\d–]{0,4}–[^\p{L}\d\s]?\d\S*$/u

/** Whether a word with dashes is one range and not two words with a pause. An em dash is one only between ends of one kind. */
export function isRange(word: string): boolean {
  const core = word.replace(/^["'([]+|["')\].,;:!?]+$/g, '')
  return EM_RANGE.test(core) || EN_RANGE.test(core) || rangeEnds(core) !== null || namedRange(core) !== null
}

const DASH = '([-–—])'
const HALF_OR_ERA = String.raw`(?:[ap]\.?m|b\.?c(?:\.?e)?|a\.?d|c\.?e)\.?`
const UNIT = String.raw`(?:km|kg|mi|ft|cm|mm|lbs?|mph|mins?|hrs?|\p{L}{1,4}(?=–))\.?`
const MONTH = String.raw`(?:${MONTHS.map(month => month.slice(0, 3)).join('|')})\p{L}*\.?`
const MIDDLES = [
  String.raw`^(${HALF_OR_ERA}|${UNIT})${DASH}(\d\S*)$`,
  String.raw`^(${HALF_OR_ERA})${DASH}((?:noon|midnight)\W*)$`,
  String.raw`^(\d+0'?s)${DASH}((?:early|mid|late)\S*)$`,
  String.raw`^(\d{1,4})${DASH}(${MONTH})$`,
].map(middle => new RegExp(middle, 'iu'))

/** The end of one thing, a dash and the beginning of another, as in the "a.m.–5" of "9 a.m.–5 p.m."; null for any other word. */
export function middleOfRange(word: string): string[] | null {
  const middle = MIDDLES.map(kind => kind.exec(word)).find(match => match !== null)
  return middle?.slice(1) ?? null
}

/** The dash that stands by itself in "5 p.m. – 7 p.m.", "$5 - $10", "10 - 15": "to" between things of one kind. */
export const readDash: Reader = (_, context) => {
  const { piece, at } = context
  if (!/^[-–—~]$/.test(piece.opening + piece.core + piece.closing)) return null
  const [before, after] = [at(-1), at(1)]
  if (isNumber(before.core) && before.closing === '') {
    if (isNumber(after.core))
      return at(2).core === '=' ? 'minus' : isYearBeforeCount(before.core, after.core) ? null : 'to'
    if (!YEAR.test(before.core) && /^\d[\d.,]*[^\d\s]{1,4}$/.test(after.core)) return 'to'
    if (/^\d{1,4}$/.test(before.core) && isMonth(at(-2).core) && isMonth(after.core)) return 'to'
  }
  if (/\d0'?s$/.test(before.core) && /^(early|mid|late)/i.test(after.core)) return 'to'
  if (currencyOf(after.core) && after.core === at(-2).core) return 'to'
  const kind = kindBefore(context)
  return kind !== null && kind === kindOf(after, at(2)) ? 'to' : null
}

/** "in 2020 – 5 of us" is no range, but "2020 – 21" may be one. */
function isYearBeforeCount(before: string, after: string): boolean {
  const isLater = Number(after) > Number(before) || (after.length === 2 && Number(after) > Number(before) % 100)
  return YEAR.test(before) && !isLater
}

function kindBefore({ at }: Context): string | null {
  const before = at(-1)
  if (/[,;:!?…]/.test(before.closing)) return null
  if (/\d/.test(before.core)) return kindOf(before, before)
  const isCounted = /^\S?\d[\d.,:]*$/.test(at(-2).core) && at(-2).closing === ''
  return isCounted ? kindOf(at(-2), before) : null
}

/** The currency before an amount, and the unit on it or behind it: "$", "km", "pm" for either half of the day. Null for a plain number. */
function kindOf(amount: Piece, behind: Piece): string | null {
  if (/^(noon|midnight)$/i.test(amount.core)) return 'pm'
  const [, sign, suffix] = /^(\D{0,3})\d[\d.,:]*(\D*)$/.exec(amount.core) ?? []
  if (sign === undefined) return null
  if (behind !== amount && isMonth(behind.core)) return 'month'
  const unit = (suffix || (behind === amount || sign !== '' ? '' : behind.core)).toLowerCase().replace(/\./g, '')
  return sign + unit.replace(/^am$/, 'pm').replace(/^(bc|bce|ad|ce)$/, 'era') || null
}
