import { readAbbreviation } from './abbreviations.ts'
import { readCapitals, spell } from './acronyms.ts'
import { type Context, isNumber, type Reader } from './context.ts'
import { readDate } from './dates.ts'
import { readMoney } from './money.ts'
import { cardinal } from './numbers.ts'
import { readNumeral, sayPaired } from './numerals.ts'
import { RESPELLED } from './pronunciations.ts'
import { toAscii } from './transliterate.ts'
import { readUnit } from './units.ts'
import { webNameReader } from './web-names.ts'

/** Reads a piece: spoken words in lower-case ASCII, '' where it has no sound. `isShouting`: the whole text is in capitals. */
export function readPiece(context: Context, isShouting: boolean): string {
  const { core } = context.piece
  for (const reader of [
    readMark,
    readRate(isShouting),
    readAbbreviation,
    readRespelled,
    webNameReader(part => readCompound(part, isShouting)),
    readMoney,
    readDate,
    readNumeral,
    readUnitApart,
  ]) {
    const spoken = reader(core, context)
    if (spoken !== null) return spoken
  }
  return readPossessive(context, isShouting) ?? readCompound(core, isShouting, context)
}

const SYMBOLS = new Map<string, string>(
  Object.entries({
    '&': 'and',
    '+': 'plus',
    '=': 'equals',
    '%': 'percent',
    '@': 'at',
    '×': 'times',
    '÷': 'divided by',
    '~': 'about',
    '≈': 'is about',
    '≠': 'is not equal to',
    '<': 'is less than',
    '>': 'is more than',
    '≤': 'is at most',
    '≥': 'is at least',
    '°': 'degrees',
    '§': 'section',
    '§§': 'sections',
    '#': 'number',
    '√': 'the square root of',
    '∞': 'infinity',
  }),
)

/** Symbols that stand alone; time stamps and reference marks in brackets, which are not read. */
const readMark: Reader = (core, { piece, at }) => {
  const symbol = SYMBOLS.get(core)
  if (symbol) return core === '#' && !/^\d/.test(at(1).core) ? '' : symbol
  const isBracketed = /[([]$/.test(piece.opening) && /^[)\]]/.test(piece.closing)
  if (isBracketed && /^\d{1,2}(:[0-5]\d){1,2}([-–]\d{1,2}(:[0-5]\d){1,2})?$/.test(core)) return ''
  if (isBracketed && piece.opening.endsWith('[') && /^(s?\d+[,;]?)+$/.test(core)) return ''
  return null
}

/** "$20/month", "60/hour", "5 deaths/year": what is counted, per what. */
function readRate(isShouting: boolean): Reader {
  return (core, context) => {
    const match =
      /^(.+)\/(second|minute|hour|day|night|week|month|year|person|user|seat|mile|gallon|pound|head|unit|token|barrel|share|sec|min|hr|mo|yr)$/i.exec(
        core,
      )
    if (!match) return null
    const unit = SHORT_UNITS.get(match[2]!.toLowerCase()) ?? match[2]!
    return `${readPiece({ ...context, piece: { ...context.piece, core: match[1]! } }, isShouting)} per ${unit}`
  }
}

const SHORT_UNITS = new Map<string, string>(
  Object.entries({ sec: 'second', min: 'minute', hr: 'hour', mo: 'month', yr: 'year' }),
)

const readRespelled: Reader = core => {
  return RESPELLED.get(core.toLowerCase()) ?? null
}

/** The "km" of "5 km", the "percent" of "5 %". */
export const readUnitApart: Reader = (core, { piece, at }) => {
  const before = at(-1)
  if (core === 'in' && piece.closing === '.' && isNumber(before.core)) return 'inches'
  if (!/\d$/.test(before.core) || before.closing !== '') return null
  return readUnit(core, before.core === '1', false)
}

/** "NASA's", "2024's", "the CEO's": the reading of what is before with an 's. */
function readPossessive(context: Context, isShouting: boolean): string | null {
  const match = /^(.*[\p{Lu}\d])'s$/u.exec(context.piece.core)
  if (!match) return null
  const owner = readPiece({ ...context, piece: { ...context.piece, core: match[1]! } }, isShouting)
  return owner && (owner.endsWith('s') ? `${owner}'` : `${owner}'s`)
}

/** Takes joined words apart ("AI-powered", "and/or", "snake_case", "ChatGPT", "H100") and reads each part. */
export function readCompound(core: string, isShouting: boolean, context?: Context): string {
  if (isHash(core)) return ''
  return core
    .replace(/\b([A-Z]{1,2})&([A-Z]{1,2})\b/g, (_, a: string, b: string) => `${spell(a)} and ${spell(b)}`)
    .replace(/(?<=\w)&(?=\w)/g, ' and ')
    .replace(/(?<=\w)\+(?=\w|$)/g, ' plus ')
    .replace(/(?<=\w)=(?=\w)/g, ' equals ')
    .replace(/(?<=\w)@(?=\w)/g, ' at ')
    .replace(/\^2(?!\d)/g, core.length <= 4 ? ' squared' : '')
    .replace(/\^3(?!\d)/g, core.length <= 4 ? ' cubed' : '')
    .replace(/\^(\d+)/g, (_, power: string) => (core.length <= 5 ? ` to the ${cardinal(power)}` : ''))
    .split(/[^\p{L}\p{M}\p{N}'.]+/u)
    .filter(part => part !== '')
    .map((part, index, parts) =>
      readPart(part, isShouting, /\p{L}$/u.test(parts[index - 1] ?? ''), parts.length === 1 ? context : undefined),
    )
    .filter(part => part !== '')
    .join(' ')
}

function readPart(part: string, isShouting: boolean, isAfterLetters: boolean, context?: Context): string {
  const dotted = /^(?:\p{Lu}\.)+\p{Lu}?$/u.exec(part) ?? /^(?:\p{L}\.)+\p{L}$/u.exec(part)
  if (dotted) return spell(toAscii(part).replace(/[^A-Za-z]/g, ''))
  if (!context) {
    const known = RESPELLED.get(part.toLowerCase())
    if (known) return known
    const bare: Context = {
      piece: { word: 0, opening: '', core: part, closing: '' },
      at: () => ({ word: -1, opening: '', core: '', closing: '' }),
    }
    if (/^\d/.test(part)) {
      const isCode = /^\d{3,4}$/.test(part) && isAfterLetters
      const number = isCode ? sayPaired(part) : (readDate(part, bare) ?? readNumeral(part, bare))
      if (number !== null) return number
    }
  }
  if (part === 'A' && context) return isLetterA(context, isShouting) ? 'ay' : 'a'
  const runs = toAscii(part).match(/[A-Za-z']+|\d+/g) ?? []
  return runs
    .flatMap(run =>
      /\d/.test(run)
        ? [runs.length > 1 ? sayPaired(run) : cardinal(run)]
        : runs.length > 1 && /^[A-Z]{1,2}$/.test(run)
          ? [spell(run)]
          : readLetters(run, isShouting),
    )
    .filter(run => run !== '')
    .join(' ')
}

const BEFORE_LETTER =
  /^(vitamin|plan|hepatitis|type|class|grade|series|point|option|team|exhibit|appendix|section|group|level|letter|an|the|from|part|schedule)$/i

function isLetterA({ piece, at }: Context, isShouting: boolean): boolean {
  return (!isShouting && BEFORE_LETTER.test(at(-1).core)) || (piece.word > 0 && /^[.,;:!?)]/.test(piece.closing))
}

/** A run of ASCII letters: an acronym, a word, or several grown together ("YouTube", "ChatGPT", "iPhone", "PCs"). */
function readLetters(run: string, isShouting: boolean): string[] {
  const word = run.replace(/^'+|'+$/g, '')
  if (word === '') return []
  const severalAcronyms = /^([A-Z]{2,})s$/.exec(word)
  if (severalAcronyms) {
    const one = readCapitals(severalAcronyms[1]!, false)
    return [one.includes(' ') ? `${one}'s` : `${one}s`]
  }
  if (/^[A-Z]+$/.test(word)) return [readCapitals(word, isShouting)]
  if (/^(Mc|Mac|O'|D'|L')[A-Z]/.test(word)) return [word.toLowerCase()]
  if (!/[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(word)) return soften(word.toLowerCase()).split(' ')
  const grown = word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z']+|[A-Z]/g) ?? []
  return grown.map(part =>
    /^[A-Z]{2,}$/.test(part) ? readCapitals(part, false) : part.length === 1 ? spell(part) : part.toLowerCase(),
  )
}

/** Nothing is a word that has more than 24 letters: the voice's letter-to-sound rules get slow on them. */
function soften(word: string): string {
  return word.replace(/.{24}(?=.)/g, '$& ')
}

/** Keys, hashes, encoded data: nobody reads these out. */
function isHash(core: string): boolean {
  return (
    core.length > 24 &&
    !/[-/_.]/.test(core) &&
    /\d/.test(core) &&
    /[a-z]/i.test(core) &&
    (core.match(/\d/g)?.length ?? 0) > 4
  )
}
