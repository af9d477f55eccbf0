import { readAbbreviation } from './abbreviations.ts'
import { readCompound } from './compounds.ts'
import { type Context, isNumber, type Reader } from './context.ts'
import { readDate } from './dates.ts'
import { followsSquareUnit, primeAfter, readPrime, readSquareUnit } from './lengths.ts'
import { readMark } from './marks.ts'
import { isAdjective, readMoney, readTrailingCurrency } from './money.ts'
import { readNumeral } from './numerals.ts'
import { RESPELLED } from './pronunciations.ts'
import { readDash, splitRange } from './ranges.ts'
import { readRoman } from './roman.ts'
import { expandScale } from './scales.ts'
import { readUnit } from './units.ts'
import { readWebName } from './web-names.ts'

/** Reads a piece with the first reader that accepts it. Returns spoken words separated by spaces, '' if the piece is silent. */
export function readPiece(context: Context): string {
  for (const read of READERS) {
    const spoken = read(context.piece.core, context)
    if (spoken !== null) return spoken
  }
  return readCompound(context.piece.core, context)
}

/** "$20/month", "60/hour", "$1.29/oz": an amount per unit. */
const readRate: Reader = (core, context) => {
  const [, counted, unit] = /^(.+)\/(\p{L}+)$/u.exec(core) ?? []
  if (counted === undefined || unit === undefined) return null
  const measured = /^[$€£\d]|s$/.test(counted) ? readUnit(unit, true, true) : null
  const per = measured ?? (PER.test(unit) ? (SHORT_UNITS.get(unit.toLowerCase()) ?? unit) : null)
  return per && `${readPiece(withCore(context, counted))} per ${per}`
}

const PER =
  /^(second|minute|hour|day|night|week|month|year|sec|min|hr|mo|yr|person|user|seat|head|share|mile|gallon|pound|barrel|unit|token)$/i

const SHORT_UNITS = new Map<string, string>(
  Object.entries({ sec: 'second', min: 'minute', hr: 'hour', mo: 'month', yr: 'year' }),
)

const readRespelled: Reader = core => RESPELLED.get(core.toLowerCase()) ?? null

/** Reads a unit in a separate piece: the "km" of "5 km", the "%" of "5 %", the "bn" of "10 bn", the "USD" of "20 USD". */
export const readDetachedUnit: Reader = (core, context) => {
  const { piece, at } = context
  const before = at(-1)
  const currency = readTrailingCurrency(core, context)
  if (currency !== null) return currency
  const square = readSquareUnit(core, context)
  if (square !== null) return square
  if (followsSquareUnit(context)) return readUnit(core, at(-2).core === '1' || isAdjective(context, -1), false)
  if (/^(mn|bn|tn)$/.test(core) && isNumber(before.core)) return expandScale(core)
  const isInDimensions = [at(1), at(-2)].some(other => /^[x×]$/.test(other.core))
  if (core === 'in' && (piece.closing === '.' || isInDimensions) && isNumber(before.core))
    return before.core === '1' ? 'inch' : 'inches'
  if (!/\d$/.test(before.core) || before.closing !== '') return null
  return readUnit(core, before.core === '1' || isAdjective(context, 0), false)
}

/** "a 55" TV", "6' 2"". */
const readPrimed: Reader = (_, context) => {
  const prime = primeAfter(context)
  const number = prime && readPiece({ ...context, piece: { ...context.piece, closing: '' } })
  return prime && `${number} ${readPrime(prime, context)}`
}

/** Reads the "N" of "45° N". */
const readCompass: Reader = (core, { at }) =>
  at(-1).core.endsWith('°') && at(-1).closing === '' ? (COMPASS.get(core) ?? null) : null

const COMPASS = new Map<string, string>(Object.entries({ N: 'north', S: 'south', E: 'east', W: 'west' }))

/** Reads ranges such as "9am–5pm", "1960s–80s", "10:30-11:45". */
const readRangeEnds: Reader = (core, context) => {
  const ends = splitRange(core)
  return ends?.map(end => readPiece(withCore(context, end))).join(' to ') ?? null
}

/** "20–30-year-olds", "a 5-10-minute walk". */
const readRangeBeforeNoun: Reader = (core, context) => {
  const [, range, noun] = /^(\d[\d.,]*[-–~]\d[\d.,]*)-(\p{L}[\p{L}-]*)$/u.exec(core) ?? []
  if (range === undefined || noun === undefined) return null
  return `${readPiece(withCore(context, range))} ${readPiece(withCore(context, noun))}`
}

/** "NASA's", "2024's", "the CEO's": reads the owner and appends 's. */
const readPossessive: Reader = (core, context) => {
  const match = /^(.*[\p{Lu}\d]\.?)'s$/u.exec(core)
  if (!match) return null
  const owner = readPiece(withCore(context, match[1]!))
  return owner && (/[a-z]s$/i.test(owner) ? `${owner}'` : `${owner}'s`)
}

function withCore(context: Context, core: string): Context {
  return { ...context, piece: { ...context.piece, core } }
}

const READERS: Reader[] = [
  readDash,
  readPrimed,
  readCompass,
  readMark,
  readRate,
  readAbbreviation,
  readRespelled,
  readWebName,
  readMoney,
  readRangeEnds,
  readRangeBeforeNoun,
  readDate,
  readNumeral,
  readRoman,
  readDetachedUnit,
  readPossessive,
]
