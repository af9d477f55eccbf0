import { readAbbreviation } from './abbreviations.ts'
import { readCompound } from './compounds.ts'
import { type Context, isNumber, type Piece, type Reader } from './context.ts'
import { readDate } from './dates.ts'
import { readMark } from './marks.ts'
import { isAdjective, readMoney } from './money.ts'
import { decimal } from './numbers.ts'
import { readNumeral } from './numerals.ts'
import { RESPELLED } from './pronunciations.ts'
import { readRoman } from './roman.ts'
import { isScaleWord, scaleSuffix } from './scales.ts'
import { readUnit } from './units.ts'
import { readWebName } from './web-names.ts'

/** How a piece is said: spoken words separated by spaces, '' where it has no sound. The first reader that knows it decides. */
export function readPiece(context: Context): string {
  for (const read of READERS) {
    const spoken = read(context.piece.core, context)
    if (spoken !== null) return spoken
  }
  return readCompound(context.piece.core, context)
}

/** "$20/month", "60/hour", "$1.29/oz": what is counted, per what. */
const readRate: Reader = (core, context) => {
  const [, counted, unit] = /^(.+)\/(\p{L}+)$/u.exec(core) ?? []
  if (counted === undefined || unit === undefined) return null
  const measured = /^[$€£\d]|s$/.test(counted) ? readUnit(unit, true, true) : null
  const per = measured ?? (PER.test(unit) ? (SHORT_UNITS.get(unit.toLowerCase()) ?? unit) : null)
  return per && `${readPiece(within(context, counted))} per ${per}`
}

const PER =
  /^(second|minute|hour|day|night|week|month|year|sec|min|hr|mo|yr|person|user|seat|head|share|mile|gallon|pound|barrel|unit|token)$/i

const SHORT_UNITS = new Map<string, string>(
  Object.entries({ sec: 'second', min: 'minute', hr: 'hour', mo: 'month', yr: 'year' }),
)

const readRespelled: Reader = core => RESPELLED.get(core.toLowerCase()) ?? null

/** The "km" of "5 km", the "percent" of "5 %", the "bn" of "10 bn", the "USD" behind it. */
export const readUnitApart: Reader = (core, context) => {
  const { piece, at } = context
  const before = at(-1)
  if (before.closing === '' && (/\d$/.test(before.core) || isScaleWord(before.core)) && CODES.has(core))
    return CODES.get(core)!
  if (isCodeBefore(core, at(1), before) && !isScaleWord(at(2).core)) return ''
  if (/^(mn|bn|tn)$/.test(core) && isNumber(before.core)) return scaleSuffix(core)
  if (core === 'in' && piece.closing === '.' && isNumber(before.core)) return 'inches'
  if (!/\d$/.test(before.core) || before.closing !== '') return null
  return readUnit(core, before.core === '1' || isAdjective(context, 0), false)
}

/** The "USD" of "USD 20", which is said behind the number. */
const isCodeBefore = (core: string, after: Piece, before: Piece): boolean =>
  CODES.has(core) && isNumber(after.core) && !isNumber(before.core)

const readCodedAmount: Reader = (core, { at }) => {
  const code = at(-1)
  if (!isNumber(core) || code.closing !== '' || !isCodeBefore(code.core, at(0), at(-2)) || isScaleWord(at(1).core))
    return null
  return `${decimal(core)} ${CODES.get(code.core)}`
}

const CODES = new Map<string, string>(
  Object.entries({
    USD: 'u s dollars',
    EUR: 'euros',
    GBP: 'pounds',
    JPY: 'yen',
    CHF: 'francs',
    CAD: 'canadian dollars',
    INR: 'rupees',
  }),
)

/** "NASA's", "2024's", "the CEO's": the reading of the owner with an 's. */
const readPossessive: Reader = (core, context) => {
  const match = /^(.*[\p{Lu}\d])'s$/u.exec(core)
  if (!match) return null
  const owner = readPiece(within(context, match[1]!))
  return owner && (owner.endsWith('s') ? `${owner}'` : `${owner}'s`)
}

function within(context: Context, core: string): Context {
  return { ...context, piece: { ...context.piece, core } }
}

const READERS: Reader[] = [
  readMark,
  readRate,
  readAbbreviation,
  readRespelled,
  readWebName,
  readMoney,
  readCodedAmount,
  readDate,
  readNumeral,
  readRoman,
  readUnitApart,
  readPossessive,
]
