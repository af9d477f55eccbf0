import { MONTHS } from './abbreviations.ts'
import { type Context, isNumber, type Piece, type Reader } from './context.ts'
import { findCurrency } from './currencies.ts'
import { isMonth, readNamedRange } from './dates.ts'

const CLOCK = /^\d{1,2}:[0-5]\d(?:[ap]\.?m\.?)?$|^\d{1,2}[ap]\.?m\.?$|^(?:noon|midnight)$/i
const YEAR = /^(?:1[1-9]|20)\d\d$/
const NOW = /^(?:present|now|today)$/i
/** The two ends of a range must both match one of these: times, decades, ordinals, dates, negative numbers, numbers with a sign. */
const KINDS = [
  CLOCK,
  /^'?(?:\d{3}|\d)0'?s$/,
  /^\d[\d,]*(?:st|nd|rd|th)$/,
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/,
  /^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/,
  /^-\d[\d.,]*(?:[°%]\p{L}?)?$/u,
  /^[#§]\d+$/,
]
/** One end of "Q1–Q3" or "S01–S05". */
const CODE = /^(\p{Lu}{1,2})(\d{1,4})$/u

/** Splits a range ("9am–5pm", "1960s–80s", "18th-19th", "Q1–Q3", "2010–present") into its ends; null for other words. */
export function splitRange(core: string): [from: string, to: string] | null {
  for (const dash of [/[–—~]/, /(?<!^)-(?=-?[\d'\p{L}])/u]) {
    const ends = core.split(dash)
    if (ends.length === 2 && ends[0] !== '' && ends[1] !== '')
      return areSameKind(ends[0]!, ends[1]!) ? [ends[0]!, ends[1]!] : null
  }
  return null
}

function areSameKind(from: string, to: string): boolean {
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

/** Whether a word with a dash is a range and not two words with a pause. Em dashes make a range only between ends of the same kind. */
export function isRange(word: string): boolean {
  const core = word.replace(/^["'([]+|["')\].,;:!?]+$/g, '')
  return EM_RANGE.test(core) || EN_RANGE.test(core) || splitRange(core) !== null || readNamedRange(core) !== null
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

/** Splits a word in the middle of a range, such as "a.m.–5" in "9 a.m.–5 p.m.", into end, dash and beginning; else null. */
export function splitRangeMiddle(word: string): string[] | null {
  const middle = MIDDLES.map(kind => kind.exec(word)).find(match => match !== null)
  return middle?.slice(1) ?? null
}

/** Reads the isolated dash of "5 p.m. – 7 p.m.", "$5 - $10", "10 - 15": "to" between values of the same kind. */
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
  if (findCurrency(after.core) && after.core === at(-2).core) return 'to'
  const kind = kindBefore(context)
  return kind !== null && kind === kindOf(after, at(2)) ? 'to' : null
}

/** "in 2020 – 5 of us" is not a range; "2020 – 21" may be one. */
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

/** The currency before an amount plus the unit attached to it or after it: "$", "km", "pm" (also for a.m.). Null for a plain number. */
function kindOf(amount: Piece, next: Piece): string | null {
  if (/^(noon|midnight)$/i.test(amount.core)) return 'pm'
  const [, sign, suffix] = /^(\D{0,3})\d[\d.,:]*(\D*)$/.exec(amount.core) ?? []
  if (sign === undefined) return null
  if (next !== amount && isMonth(next.core)) return 'month'
  const unit = (suffix || (next === amount || sign !== '' ? '' : next.core)).toLowerCase().replace(/\./g, '')
  return sign + unit.replace(/^am$/, 'pm').replace(/^(bc|bce|ad|ce)$/, 'era') || null
}
