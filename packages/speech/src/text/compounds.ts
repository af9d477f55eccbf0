import { readCapitals, spell } from './acronyms.ts'
import { type Context, withoutNeighbours } from './context.ts'
import { readDate } from './dates.ts'
import { cardinal } from './numbers.ts'
import { readInPairs, readNumeral } from './numerals.ts'
import { RESPELLED } from './pronunciations.ts'
import { toAscii } from './transliterate.ts'

/** Reads words and splits joined ones: "AI-powered", "and/or", "snake_case", "ChatGPT", "H100", "x^2". */
export function readCompound(core: string, context: Context): string {
  if (isUnreadable(core)) return ''
  const parts = sayOperators(core.replace(/(?<=\d),(?=\d{3})/g, ''))
    .split(/[^\p{L}\p{M}\p{N}'.]+/u)
    .filter(part => part !== '')
  return parts
    .map((part, index) => (parts.length === 1 ? readWord(part, context) : readPart(part, parts[index - 1], context)))
    .filter(spoken => spoken !== '')
    .join(' ')
}

function sayOperators(core: string): string {
  return (
    core
      .replace(/\b([A-Z]{1,2})&([A-Z]{1,2})\b/g, (_, a: string, b: string) => `${spell(a)} and ${spell(b)}`)
      .replace(/(?<=\w)&(?=\w)/g, ' and ')
      .replace(/(?<=\w)\+(?=\w|$)/g, ' plus ')
      .replace(/(?<=\w)=(?=\w)/g, ' equals ')
      .replace(/(?<=[\w)])÷(?=[\w(])/g, ' divided by ')
      .replace(/(?<=[\w)])×(?=[\w(])|(?<=\d)\*(?=\d)/g, ' times ')
      .replace(/(?<=\w)[≠≤≥](?=[\w.])/g, sign => ` ${COMPARISONS[sign]} `)
      .replace(/√(?=\w)/g, ' the square root of ')
      .replace(/(?<=\w)@(?=\w)/g, ' at ')
      .replace(/(?<=\w)[<>](?=[\d.])/g, sign => (sign === '<' ? ' is less than ' : ' is more than '))
      // After a longer word, a superscript number is a footnote mark.
      .replace(/(?<!\p{L}{4})\^(-?\d+)/gu, (_, power: string) => ` ${sayPower(power)} `)
      .replace(/\^-?\d+/g, '')
  )
}

const COMPARISONS: Record<string, string> = { '≠': 'is not', '≤': 'is at most', '≥': 'is at least' }

function sayPower(power: string): string {
  if (power.startsWith('-')) return `to the minus ${cardinal(power.slice(1))}`
  return power === '2' ? 'squared' : power === '3' ? 'cubed' : `to the ${cardinal(power)}`
}

/** Reads one of several joined words. Numbers after letters are codes ("EIP-7702", "F-150"). */
function readPart(part: string, before: string | undefined, context: Context): string {
  const respelled = RESPELLED.get(part.toLowerCase())
  if (respelled) return respelled
  if (/^\d{3,4}$/.test(part) && /\p{L}$/u.test(before ?? '')) return readInPairs(part)
  const number = /^v?\d/.test(part)
    ? (readDate(part, withoutNeighbours(context)) ?? readNumeral(part, withoutNeighbours(context)))
    : null
  return number ?? readRuns(part, context)
}

function readWord(word: string, context: Context): string {
  return word === 'A' ? readA(context) : readRuns(word, context)
}

/** Uses the context to distinguish the letter from the article: "vitamin A", "plan A." */
function readA({ piece, at, isShouting }: Context): string {
  const isNamed = !isShouting && BEFORE_LETTER.test(at(-1).core)
  const isLast = piece.word > 0 && /^[.,;:!?)]/.test(piece.closing)
  return isNamed || isLast ? spell('A') : 'a'
}

const BEFORE_LETTER = new RegExp(
  `^(${[
    'vitamin|plan|hepatitis|type|class|grade|series|point|option|team|exhibit|appendix|section|group|level|letter',
    'an|the|from|part|schedule',
  ].join('|')})$`,
  'i',
)

/** Reads alternating letters and digits: "H100", "mp3", "CO2". */
function readRuns(text: string, context: Context): string {
  const initials = /^(?:\p{Lu}\.)+\p{Lu}?$|^(?:\p{L}\.)+\p{L}$/u.test(text)
  if (initials) return spell(toAscii(text).replace(/[^A-Za-z]/g, ''))
  const runs = toAscii(text).match(/[A-Za-z']+|\d+/g) ?? []
  return runs.map(run => (runs.length > 1 ? readCode(run, context) : readRun(run, context))).join(' ')
}

function readCode(run: string, context: Context): string {
  if (/^\d/.test(run)) return readInPairs(run)
  return /^[A-Z]{1,2}$/.test(run) ? spell(run) : readRun(run, context)
}

function readRun(run: string, { isShouting }: Context): string {
  return /^\d/.test(run) ? cardinal(run) : readLetters(run.replace(/^'+|'+$/g, ''), isShouting)
}

/** Reads a run of ASCII letters: an acronym, a word, or several in camel case ("YouTube", "ChatGPT", "iPhone", "PCs"). */
function readLetters(word: string, isShouting: boolean): string {
  const plural = /^([A-Z]{2,})s$/.exec(word)
  if (plural) {
    const singular = readCapitals(plural[1]!, false)
    return singular.includes(' ') ? `${singular}'s` : `${singular}s`
  }
  if (/^[A-Z]+$/.test(word)) return readCapitals(word, isShouting)
  const isCamelCase = /[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(word) && !/^(Mc|Mac|O'|D'|L')[A-Z]/.test(word)
  if (!isCamelCase) return cutLong(word.toLowerCase())
  const parts = word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z']+|[A-Z]/g) ?? []
  return parts.map(part => (/^[A-Z]+$/.test(part) ? readCapitals(part, false) : part.toLowerCase())).join(' ')
}

/** Splits very long words, on which the voice's letter-to-sound rules get slow. English has none that long. */
function cutLong(word: string): string {
  return word.replace(/.{24}(?=.)/g, '$& ')
}

/** Keys, hashes, encoded data: a person would not read these aloud. */
function isUnreadable(core: string): boolean {
  if (core.length > 100) return true
  const digits = core.match(/\d/g)?.length ?? 0
  return core.length > 24 && digits > 4 && digits < core.length && !/[-/_.]/.test(core)
}
