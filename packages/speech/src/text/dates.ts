import { DAYS, MONTHS } from './abbreviations.ts'
import { type Context, type Reader, runsOn } from './context.ts'
import { cardinal, decade, ordinal, plural, year } from './numbers.ts'
import { readUnit } from './units.ts'

/** Reads dates, years, decades and times of day. */
export const readDate: Reader = (core, context) =>
  readFullDate(core) ??
  readNamedRange(core) ??
  readDayOfMonth(core, context) ??
  readDaysOfMonth(core, context) ??
  readDecade(core, context) ??
  readYearRange(core) ??
  readMonthOfYear(core) ??
  readYear(core, context) ??
  readTime(core, context)

/** "2024-05-03", "5/3/2024" and "5-3-24" (month first, unless the number is too high), "03.05.2024". */
function readFullDate(core: string): string | null {
  const [, date, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)[\d:.]*(?:Z|[-+]\d\d:?\d\d)?$/.exec(core) ?? []
  if (date) return `${readFullDate(date)} ${sayClock(hours!, minutes!, false)}`
  const iso = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(core)
  if (iso) return sayDate(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const slashed = /^(\d{1,2})(?:\/(\d{1,2})\/|-(\d{1,2})-)(\d{4}|(?<=\/)\d{2})$/.exec(core)
  if (slashed) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2] ?? slashed[3])]
    const inYear = expandYear(slashed[4]!)
    return first > 12 ? sayDate(inYear, second, first) : sayDate(inYear, first, second)
  }
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(core)
  return dotted ? sayDate(Number(dotted[3]), Number(dotted[2]), Number(dotted[1])) : null
}

/** "24" → 2024, "87" → 1987. */
function expandYear(digits: string): number {
  const value = Number(digits)
  return digits.length === 4 ? value : value < 50 ? 2000 + value : 1900 + value
}

function sayDate(yearNumber: number, month: number, day: number): string | null {
  const name = MONTHS[month - 1]
  if (!name || day < 1 || day > 31) return null
  return `${name} ${ordinal(String(day))} ${year(yearNumber)}`
}

/** "May 3" → "may third", "3 May" → "third of may". */
function readDayOfMonth(core: string, { piece, at }: Context): string | null {
  const day = /^([1-9]|[12]\d|3[01])$/.exec(core)
  if (!day) return null
  if (isMonth(at(-1).core) && !/[,;:!?]/.test(at(-1).closing) && !isMonth(at(1).core)) return ordinal(core)
  if (isMonth(at(1).core) && runsOn(piece))
    return `${at(-1).core.toLowerCase() === 'the' ? '' : 'the '}${ordinal(core)} of`
  return null
}

/** "January 2-5", "2-5 January". */
function readDaysOfMonth(core: string, { piece, at }: Context): string | null {
  const days = /^([1-9]|[12]\d|3[01])[-–~]([1-9]|[12]\d|3[01])$/.exec(core)
  if (!days) return null
  const spoken = `${ordinal(days[1]!)} to ${ordinal(days[2]!)}`
  if (isMonth(at(-1).core)) return spoken
  return isMonth(at(1).core) && piece.closing === '' ? `${spoken} of` : null
}

/** "Mon-Fri", "Jan–March". */
export function readNamedRange(core: string): string | null {
  const [, from, to] = /^(\p{Lu}\p{Ll}{2,8})\.?[-–—~](\p{Lu}\p{Ll}{2,8})$/u.exec(core) ?? []
  if (from === undefined || to === undefined) return null
  for (const names of [DAYS, MONTHS]) {
    const [first, last] = [from, to].map(short => names.find(name => name.startsWith(short.toLowerCase())))
    if (first && last) return `${first} to ${last}`
  }
  return null
}

export function isMonth(core: string): boolean {
  const name = core.toLowerCase()
  return (
    /^\p{Lu}/u.test(core) &&
    MONTHS.some(month => month === name || (name.length >= 3 && name.length <= 4 && month.startsWith(name)))
  )
}

/** "1990s", "'90s", "1980's", "mid-2000s" (the prefix is read separately), "1000s" of something. */
function readDecade(core: string, context: Context): string | null {
  const many = /^(10|100|1,?000|10,000|100,000|1,000,000)s$/.exec(core)
  if (many && (core.includes(',') || context.at(1).core === 'of'))
    return plural(cardinal(many[1]!.replaceAll(',', '')).replace(/^one /, ''))
  const match = /^'?((?:1[1-9]|20)\d0|[2-9]0)'?s$/.exec(core)
  return match && !isDuration(core, context) ? decade(Number(match[1])) : null
}

/** Whether "60s" means seconds: "a 60s timer", "within 30s", but not "80s music" or "in the 60s". */
function isDuration(core: string, { at }: Context): boolean {
  return (
    /^\d0s$/.test(core) &&
    (DURATION_NOUNS.test(at(1).core) || /^(later|ago)$/.test(at(1).core) || BEFORE_DURATION.test(at(-1).core))
  )
}

/** Nouns that have a duration. */
export const DURATION_NOUNS =
  /^(timer|timeout|countdown|clip|video|ad|ads|intro|interval|exposure|break|rest|delay|window|limit|mark|pause|cooldown|sprint|plank|hold)$/i
const BEFORE_DURATION = /^(within|every|after|takes|took|lasts|lasted|for|only|just)$/i

/** "2019-2021", "1939–45", "2024/25", "1999-00". */
function readYearRange(core: string): string | null {
  const match = /^((?:1[1-9]|20)\d\d)[-–—~/]((?:1[1-9]|20)?(\d\d))$/.exec(core)
  if (!match) return null
  const from = Number(match[1])
  if (from % 100 === 99 && match[2] === '00') return `${year(from)} to ${year(from + 1)}`
  const isShort = match[2]!.length === 2
  const to = isShort ? Math.floor(from / 100) * 100 + Number(match[2]) : Number(match[2])
  if (to <= from) return null
  return `${year(from)} to ${isShort ? sayShortYear(match[3]!) : year(to)}`
}

const sayShortYear = (digits: string): string => `${digits.startsWith('0') ? 'oh ' : ''}${cardinal(digits)}`

/** "2020-12", where the second number cannot be a later year. */
function readMonthOfYear(core: string): string | null {
  const match = /^((?:1[1-9]|20)\d\d)[-/](0[1-9]|1[0-2])$/.exec(core)
  return match && `${MONTHS[Number(match[2]) - 1]} ${year(Number(match[1]))}`
}

/**
 * Reads a number from 1100 to 2099 without a comma as a year, unless it counts the next word. For round hundreds, people read counts the
 * same way ("fifteen hundred").
 */
function readYear(core: string, { piece, at }: Context): string | null {
  const match =
    /^'?((?:1[1-9]|20)\d\d)$/.exec(core) ?? (BEFORE_YEAR.test(at(-1).core) ? /^(2[1-4]\d\d)$/.exec(core) : null)
  if (!match) return null
  const next = at(1).core
  if (runsOn(piece) && (isCounted(next) || readUnit(next, false, false) !== null)) return null
  return year(Number(match[1]))
}

/** Numbers from 2100 on are years only after these words: "by 2100". */
const BEFORE_YEAR = /^(in|by|until|till|year|before|after)$/i

const COUNTED = new Set(
  'people men women children percent feet fish sheep million billion square sq cu fl hundred or'.split(' '),
)
const PLURAL_LIKE = new Set(
  'was is has does as this its his us across versus thus plus less perhaps always focus crisis series'.split(' '),
)

function isCounted(next: string): boolean {
  const word = next.toLowerCase()
  return (
    COUNTED.has(word) ||
    (/^[a-z]{3,}s$/.test(next) && !PLURAL_LIKE.has(word) && !/(ss|us|is)$/.test(word) && !YEAR_VERBS.test(word))
  )
}

/** Verbs of which a year can be the subject: "2020 marks", "2020 sees". They look like plural nouns. */
const YEAR_VERBS =
  /^(marks|sees|brings|starts|ends|begins|shows|looks|feels|seems|remains|comes|goes|means|makes|becomes|offers|turns)$/

/** "10:30", "10:30pm", "9am", "2:01:09". "9 a.m." arrives as two pieces. */
function readTime(core: string, context: Context): string | null {
  const { at } = context
  const clock = /^(\d{1,2})(?:[:.]([0-5]\d))?([ap])\.?m\.?$/i.exec(core)
  if (clock && Number(clock[1]) <= 24) return `${sayClock(clock[1]!, clock[2] ?? '00', true)} ${sayHalf(clock[3]!)}`
  if (/^[ap]\.?m$/i.test(core) && /(^|[-–—~])\d{1,2}([:.]\d\d)?$/.test(at(-1).core)) return sayHalf(core)
  const dotted = /^(\d{1,2})\.([0-5]\d)$/.exec(core)
  if (dotted && /^[ap]\.?m$/i.test(at(1).core)) return sayClock(dotted[1]!, dotted[2]!, true)
  const time = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(core)
  if (!time) return null
  const [, hours, minutes, seconds] = time
  if (seconds !== undefined) {
    return [count(hours!, 'hour'), count(minutes!, 'minute'), count(seconds, 'second')]
      .filter(part => part !== '')
      .join(' ')
  }
  return sayClock(hours!, minutes!, /^[ap]\.?m$/i.test(at(1).core))
}

function sayClock(hours: string, minutes: string, hasHalf: boolean): string {
  const hour = cardinal(hours)
  if (minutes === '00')
    return hasHalf ? hour : Number(hours) > 12 || Number(hours) === 0 ? `${hour} hundred` : `${hour} o'clock`
  return `${hour} ${minutes.startsWith('0') ? `oh ${cardinal(minutes)}` : cardinal(minutes)}`
}

function sayHalf(letters: string): string {
  return letters.toLowerCase().startsWith('a') ? 'ay m' : 'p m'
}

function count(digits: string, unit: string): string {
  const value = Number(digits)
  return value === 0 ? '' : `${cardinal(digits)} ${unit}${value === 1 ? '' : 's'}`
}
