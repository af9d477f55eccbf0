import { spell } from './acronyms.ts'
import { type Context, type Piece, type Reader, runsOn } from './context.ts'
import { DURATION_NOUNS } from './dates.ts'
import { isAdjective } from './money.ts'
import { cardinal, decimal, digitByDigit, ordinal, plural, year } from './numbers.ts'
import { expandScale } from './scales.ts'
import { SIGNS } from './signs.ts'
import { readUnit } from './units.ts'

const AMOUNT = '(?:\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)'

/** Reads numbers that are neither money nor dates, including attached signs and units. */
export const readNumeral: Reader = (core, context) =>
  readSpacedGroups(core, context) ??
  readSign(core, context) ??
  readSpecial(core, context) ??
  readPhoneNumber(core, context) ??
  readVersion(core, context) ??
  readFraction(core, context) ??
  readHyphenedUnit(core) ??
  readDuration(core, context) ??
  readRange(core, context) ??
  readRatio(core) ??
  readQuantity(core, context)

/** "10 000 000": the first group reads the whole number, the others are silent. */
function readSpacedGroups(core: string, { piece, at }: Context): string | null {
  if (!/^\d{1,3}$/.test(core)) return null
  const isGroup = (distance: number) => /^\d{3}$/.test(at(distance).core) && at(distance - 1).closing === ''
  const isLead = (distance: number) => /^[1-9]\d{0,2}$/.test(at(distance).core)
  let start = 0
  while (isGroup(start) && /^\d{1,3}$/.test(at(start - 1).core)) start--
  if (start < 0) return isLead(start) ? '' : null
  if (!isLead(0) || piece.closing !== '' || !isGroup(1)) return null
  let digits = core
  for (let distance = 1; isGroup(distance); distance++) digits += at(distance).core
  return cardinal(digits)
}

/** "-5", "~50%", "#1", ">100". */
function readSign(core: string, context: Context): string | null {
  const sign = SIGNS.get(core[0] ?? '')
  const rest = core.slice(1)
  if (!sign || !/^(\d|\.\d)/.test(rest) || /^\+\d[\d-]{6,}$/.test(core)) return null
  const number = readNumeral(rest, context)
  return number && `${sign} ${number}`
}

const SPECIAL = new Map<string, string>(
  Object.entries({
    '24/7': 'twenty four seven',
    '24-7': 'twenty four seven',
    '401k': 'four oh one k',
    '401(k': 'four oh one k',
    '9/11': 'nine eleven',
    '50/50': 'fifty fifty',
    '50-50': 'fifty fifty',
    '20/20': 'twenty twenty',
    '360': 'three sixty',
    '007': 'double oh seven',
    '80/20': 'eighty twenty',
  }),
)

function readSpecial(core: string, { at }: Context): string | null {
  if (/^(240|360|480|720|1080|1440|2160|4320)[pi]$/.test(core))
    return `${readInPairs(core.slice(0, -1))} ${core.at(-1)}`
  const hexadecimal = /^0x([\da-f]+)$/i.exec(core)
  if (hexadecimal) return hexadecimal[1]!.length > 4 ? '' : `zero x ${[...hexadecimal[1]!].map(sayHexDigit).join(' ')}`
  const scientific = /^(\d+(?:\.\d+)?)e([-+]?)(\d{1,3})$/i.exec(core)
  if (scientific) {
    const [, amount, sign, power] = scientific
    return `${decimal(amount!)} times ten to the ${sign === '-' ? 'minus ' : ''}${cardinal(power!)}`
  }
  const address =
    /^(?:(?:[1-9]?\d|1\d\d|2[0-4]\d|25[0-5])(?:\.|$)){4}$/.test(core) && /^(?:1\d|2[0-5]|[3-9]\d)\d?\./.test(core)
  if (address) return core.split('.').map(digitByDigit).join(' dot ')
  if (/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(core)) return cardinal(core.replaceAll('.', ''))
  if (core === '911') return 'nine one one'
  if (core === '360' && !/^(degree|view|video|camera)/.test(at(1).core)) return null
  return SPECIAL.get(core) ?? null
}

function sayHexDigit(digit: string): string {
  return /\d/.test(digit) ? cardinal(digit) : spell(digit)
}

/** "555-0123" after a word such as "call", "(555) 123-4567", "1-800-555-0123", "+44 20 …": digit by digit in groups. */
function readPhoneNumber(core: string, { piece, at }: Context): string | null {
  const isLong = /^(\+?1[-.])?\(?\d{3}\)?[-.]\d{3}[-.]\d{4}$/.test(core) || /^\+\d[\d-]{6,}$/.test(core)
  const isShort = /^\d{3}-\d{4}$/.test(core) && (isLocalNumber(core, at) || BEFORE_PHONE_NUMBER.test(at(-1).core))
  const isPlain = /^0\d{5,}$/.test(core)
  const isArea = (code: Piece, rest: string) =>
    /^\d{3}$/.test(code.core) && code.opening.endsWith('(') && /^\d{3}-\d{4}$/.test(rest)
  const hasArea = isArea(piece, at(1).core) || isArea(at(-1), core)
  if (!isLong && !isShort && !isPlain && !hasArea) return null
  return (core.match(/\d+/g) ?? []).map(digitByDigit).join(' ')
}

const BEFORE_PHONE_NUMBER = /^(call|dial|phone|number|text|at|tel|extension)$/i

/** A local phone number and not a range. Ranges end in a round number or have context: "500-1200", "from 476-1453", "800-1453 AD". */
function isLocalNumber(core: string, at: Context['at']): boolean {
  const [, first, rest] = /^(\d{3})-(\d{4})$/.exec(core)!
  if (rest!.startsWith('0') || first === '555') return true
  return !rest!.endsWith('0') && !BEFORE_RANGE.test(at(-1).core) && !/^(ad|ce|bc|bce|%|[a-z]{2,}s)$/i.test(at(1).core)
}

const BEFORE_RANGE =
  /^(from|between|about|around|years?|pages?|pp|lines?|verses?|items?|in|for|of|circa|c|roughly|some)$/i

const BEFORE_VERSION =
  /^(version|release|v|python|java|ios|ipados|android|macos|windows|ubuntu|debian|node|php|ruby|react|angular|vue|kernel|linux|unity|swift|kotlin|go|rust|angular)$/i

/** "v2.0", "1.2.3", "Python 3.11": each part is read as a separate number. */
function readVersion(core: string, { at }: Context): string | null {
  const match = /^v?(\d+(?:\.\d+)+)([a-z]?)$/i.exec(core)
  if (match && (/^v/i.test(core) || core.split('.').length > 2 || BEFORE_VERSION.test(at(-1).core))) {
    const spoken = match[1]!.split('.').map(cardinal).join(' point ')
    return `${/^v/i.test(core) ? 'version ' : ''}${spoken} ${match[2]}`.trim()
  }
  const short = /^v(\d+)$/i.exec(core)
  return short && `v ${cardinal(short[1]!)}`
}

const DENOMINATORS = new Map<string, string>(Object.entries({ '2': 'half', '4': 'quarter' }))

/** "1/2", "3/4", "1 1/2". "8/10" is a rating: "eight out of ten". */
function readFraction(core: string, { at }: Context): string | null {
  const mixed = /^(\d+)[ -](\d)\/(\d+)$/.exec(core)
  if (mixed) return `${cardinal(mixed[1]!)} and ${sayFraction(mixed[2]!, mixed[3]!)}`.replace('and one', 'and a')
  const rating = /^(\d+\.\d+)\/(5|10|100)$/.exec(core)
  if (rating) return `${decimal(rating[1]!)} out of ${cardinal(rating[2]!)}`
  const match = /^(\d{1,3})\/(\d{1,3})(ths?|rds?)?$/.exec(core)
  if (!match) return null
  const [, over, under] = match
  if (AFTER_TIME_SIGNATURE.test(at(1).core)) return `${cardinal(over!)} ${cardinal(under!)}`
  const isRating = ['5', '10', '100'].includes(under!) || Number(over) === Number(under)
  if (isRating && Number(over) > 1 && !match[3]) return `${cardinal(over!)} out of ${cardinal(under!)}`
  if (Number(over) >= Number(under)) return `${cardinal(over!)} ${cardinal(under!)}`
  if (!/^([2-9]|10|12|16|20|32|64|100)$/.test(under!)) return `${cardinal(over!)} ${cardinal(under!)}`
  const fraction = sayFraction(over!, under!)
  return /^\d+$/.test(at(-1).core) ? `and ${fraction}` : fraction
}

/** "3/4 time", "a 6/8 rhythm". */
const AFTER_TIME_SIGNATURE = /^(time|beat|rhythm|meter|metre|signature|groove)s?$/

function sayFraction(over: string, under: string): string {
  const part = DENOMINATORS.get(under) ?? ordinal(under)
  const parts = part === 'half' ? 'halves' : plural(part)
  return `${cardinal(over)} ${over === '1' ? part : parts}`
}

/** "40-yd", "12-oz": a unit before its noun is singular. */
function readHyphenedUnit(core: string): string | null {
  const match = new RegExp(`^(${AMOUNT})-(\\D+)$`).exec(core)
  const unit = match && readUnit(match[2]!, true, true)
  return unit && `${decimal(match![1]!)} ${unit}`
}

/** "1h30m", and the "30m" after "2h". */
function readDuration(core: string, { at }: Context): string | null {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(core)
  const isDuration =
    /^\d+h\d/.test(core) || /^\d+m\d+s$/.test(core) || (/^\d+m$/.test(core) && /^\d+h$/.test(at(-1).core))
  if (!parts || !isDuration) return null
  const units = ['hour', 'minute', 'second']
  return parts
    .slice(1)
    .map((digits, index) => digits && `${cardinal(digits)} ${units[index]}${digits === '1' ? '' : 's'}`)
    .filter(part => part !== undefined)
    .join(' ')
}

/** "10-15", "5–10%", "1.5-2kg", "1920x1080", "4x4". */
function readRange(core: string, context: Context): string | null {
  const by = /^(\d+)[x×](\d+)$/.exec(core)
  if (by) return `${readInPairs(by[1]!)} by ${readInPairs(by[2]!)}`
  const match = new RegExp(`^(${AMOUNT})(\\D*?)[-–—~](${AMOUNT}\\D*)$`).exec(core)
  if (!match) return null
  const [, from, unit, to] = match
  const end = readQuantity(to!, context)
  if (end === null) return null
  const start = unit === '' ? decimal(from!) : readQuantity(`${from}${unit}`, context)
  return start && `${start} to ${end}`
}

/** "3:1", "16:9". */
function readRatio(core: string): string | null {
  const match = /^(\d+):(\d+)$/.exec(core)
  return match && `${cardinal(match[1]!)} to ${cardinal(match[2]!)}`
}

/** A number, optionally followed by a unit, scale or sign: "1,234.5", "5km", "10k", "2x", "100+", "80%". */
function readQuantity(core: string, context: Context): string | null {
  const ordinalNumber = /^(\d[\d,]*)(st|nd|rd|th)$/i.exec(core)
  if (ordinalNumber) return ordinal(ordinalNumber[1]!.replaceAll(',', ''))
  const height = /^(\d)'(\d{1,2})$/.exec(core)
  if (height) return `${cardinal(height[1]!)} foot ${cardinal(height[2]!)}`

  const match = new RegExp(`^(${AMOUNT})(\\D.*)?$`).exec(core)
  if (!match) return null
  const [, amount, suffix = ''] = match
  const number = sayNumber(amount!, context)
  if (suffix === '') return number
  if (/^[a-z]$/i.test(suffix) && BEFORE_LABEL.test(context.at(-1).core)) return `${number} ${spell(suffix)}`
  if (suffix === 'm' && isLength(amount!, context)) return `${number} ${isAdjective(context, 1) ? 'meter' : 'meters'}`
  if (/^[A-D]$/.test(suffix) && STREET_TYPES.test(context.at(2).core)) return `${number} ${spell(suffix)}`
  if (suffix === '+') return `${number} plus`
  if (/^[x×]$/i.test(suffix)) return `${number} times`
  if (/^(k|m|mn|bn|b|tn)(\+?)$/i.test(suffix) && suffix !== 'K' && suffix !== 'b') {
    return `${number} ${expandScale(suffix.replace('+', ''))}${suffix.endsWith('+') ? ' plus' : ''}`
  }
  if (suffix === 'K') return /^[248]$/.test(amount!) ? `${number} k` : `${number} thousand`
  const isBeforeNoun = suffix.startsWith('°') && runsOn(context.piece) && AFTER_ANGLE.test(context.at(1).core)
  const isSingular =
    amount === '1' ||
    isBeforeNoun ||
    (suffix === 's' && DURATION_NOUNS.test(context.at(1).core)) ||
    isAdjective(context, 1)
  const unit = readUnit(suffix.replace(/\+$/, ''), isSingular, true)
  return unit && `${number} ${unit}${suffix.endsWith('+') ? ' or more' : ''}`
}

const BEFORE_LABEL =
  /^(room|gate|seat|unit|apt|apartment|section|figure|fig|suite|building|platform|row|phase|exhibit|appendix|chapter|table|grade|iphone)$/i

const STREET_TYPES = /^(street|st|avenue|ave|road|rd|lane|ln|drive|boulevard|blvd|square|place)$/i
/** "a 90° angle". */
const AFTER_ANGLE = /^(angle|turn|view|bend|rotation|video|camera|arc|heat|weather|day)s?$/

/** Whether "m" means meters: "2000m", "100m tall", but not "5m" or "100m people" (millions). */
function isLength(amount: string, { piece, at }: Context): boolean {
  return /^\d{4,}$/.test(amount) || (runsOn(piece) && AFTER_LENGTH.test(at(1).core))
}

const AFTER_LENGTH =
  /^(long|tall|high|wide|deep|away|thick|race|dash|sprint|hurdles|freestyle|relay|below|above|underwater)$/

const BEFORE_PAIRS = /^(boeing|xbox|rtx|gtx|rx|route|flight|room|form|highway|bmw|area)$/i

/** Model and room numbers are read in pairs ("Boeing 737", "RTX 4090"), numbers with leading zeros digit by digit, others in full. */
function sayNumber(amount: string, { at }: Context): string {
  if (BEFORE_PAIRS.test(at(-1).core) && /^\d{3,4}$/.test(amount)) return readInPairs(amount)
  if (/^0\d+$/.test(amount)) return digitByDigit(amount)
  return decimal(amount)
}

/** "737" → "seven thirty seven", "101" → "one oh one", "8037" → "eighty thirty seven"; other numbers in full. */
export function readInPairs(digits: string): string {
  if (/^[1-9]\d{3}$/.test(digits)) return year(Number(digits))
  if (!/^[1-9]\d{2}$/.test(digits) || digits.endsWith('00'))
    return /^0\d/.test(digits) ? digitByDigit(digits) : cardinal(digits)
  const rest = digits.slice(1)
  return `${cardinal(digits[0]!)} ${rest.startsWith('0') ? `oh ${cardinal(rest)}` : cardinal(rest)}`
}
