import { functionWordShare, languageOfWords, wordsIn } from '../spoken-language.ts'
import type { Cue } from './cue.ts'
import { type RowScript, scriptOf, splitScripts } from './scripts.ts'

/** Captions in two languages begin together, or nearly so. */
const TOGETHER_MS = 400
/** Half of what is shown must be in two languages before a file counts as bilingual. */
const SHARE = 0.5
/** Each language of a file whose lines take turns has so many of them. */
const SHARE_OF_TURNS = 0.3
/** English has more of its function words among its words than the first figure, no other language more than the second. */
const ENGLISH_SHARE = 0.25
const FOREIGN_SHARE = 0.12
/** So few words may belong to a language that cannot be told, and so many are enough to say that they are not English. */
const FEW_WORDS = 40
const ENOUGH_WORDS = 60
/** So many screens show which languages a file has. */
const TELLING_SCREENS = 1_000

/**
 * Of captions that show every line in English and in another language (below each other, beside each other, or as two cues
 * of the same time) leaves the English. Other files stay as they are.
 */
export const inEnglish = (cues: readonly Cue[]): { cues: readonly Cue[]; isBilingual: boolean } => {
  const screens = screensOf(cues)
  const isEnglish = byScript(screens) ?? byWords(screens)
  if (isEnglish === null) return { cues, isBilingual: false }
  const kept = new Map<number, string[]>()
  for (const screen of screens)
    for (const row of isEnglish(screen)) {
      const rows = kept.get(row.cue)
      if (rows === undefined) kept.set(row.cue, [row.text])
      else rows.push(row.text)
    }
  const english = cues.flatMap((cue, at) => {
    const text = kept.get(at)?.join('\n')
    if (text === undefined) return []
    // Marks stand at letters of the whole text.
    return text.length === cue.text.length ? [cue] : [{ ...cue, text, marks: [] }]
  })
  return english.length > 0 ? { cues: english, isBilingual: true } : { cues, isBilingual: false }
}

interface Row {
  /** Index of its cue in the file. */
  cue: number
  text: string
  script: RowScript
}

/** What is on the screen at once. */
type Screen = Row[]

/** Gives the rows of a screen that are English. */
type EnglishRows = (screen: Screen) => Row[]

const screensOf = (cues: readonly Cue[]): Screen[] => {
  const order = cues.map((_, at) => at).sort((a, b) => startOf(cues, a) - startOf(cues, b) || a - b)
  const screens: Screen[] = []
  let sinceMs = Number.NEGATIVE_INFINITY
  for (const at of order) {
    const rows = rowsOf(cues[at]?.text ?? '').map(text => ({ cue: at, text, script: scriptOf(text) }))
    const open = screens.at(-1)
    if (open !== undefined && startOf(cues, at) - sinceMs <= TOGETHER_MS) for (const row of rows) open.push(row)
    else {
      screens.push(rows)
      sinceMs = startOf(cues, at)
    }
  }
  return screens.filter(screen => screen.length > 0)
}

const startOf = (cues: readonly Cue[], at: number): number => cues[at]?.startMs ?? 0

const rowsOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap(line => line.split(/\s(?:\|{1,2}|\/{1,2})\s/))
    .flatMap(splitScripts)
    .filter(row => row.trim() !== '')

/** Latin letters beside those of another script. */
const byScript = (screens: readonly Screen[]): EnglishRows | null => {
  const told = screens.filter(screen => screen.some(row => row.script !== 'none'))
  const both = told.filter(
    screen => screen.some(row => row.script === 'latin') && screen.some(row => row.script === 'foreign'),
  )
  const areTogether = both.length > 0 && both.length >= told.length * SHARE
  if (!areTogether && !takesTurns(screens.flat())) return null
  const words = told
    .slice(0, TELLING_SCREENS)
    .flat()
    .flatMap(row => (row.script === 'latin' ? wordsIn(row.text) : []))
  const language = languageOfWords(words)
  if (language !== 'en' && !(language === null && words.length < FEW_WORDS)) return null
  return screen => screen.filter(row => row.script !== 'foreign')
}

const takesTurns = (rows: readonly Row[]): boolean => {
  const told = rows.filter(row => row.script !== 'none').map(row => row.script === 'latin')
  const latin = told.filter(isLatin => isLatin).length
  const turns = told.filter((isLatin, at) => at > 0 && isLatin !== told[at - 1]).length
  const least = Math.min(latin, told.length - latin)
  return least >= told.length * SHARE_OF_TURNS && turns >= told.length * SHARE
}

/** Two languages in one script: the upper rows are of one, the lower rows of the other. */
const byWords = (screens: readonly Screen[]): EnglishRows | null => {
  const all = screens.filter(screen => screen.length > 1)
  if (all.length < screens.length * SHARE) return null
  const double = all.slice(0, TELLING_SCREENS)
  const half = (screen: Screen) => Math.floor(screen.length / 2)
  const upper = double.flatMap(screen => screen.slice(0, half(screen)).flatMap(row => wordsIn(row.text)))
  const lower = double.flatMap(screen => screen.slice(-half(screen)).flatMap(row => wordsIn(row.text)))
  const isUpper = isEnglishBeside(upper, lower)
  if (!isUpper && !isEnglishBeside(lower, upper)) return null
  const foreign = languageOfWords(isUpper ? lower : upper) ?? ''
  const leaning = (row: Row) => {
    const words = wordsIn(row.text)
    return (functionWordShare(words, 'en') - functionWordShare(words, foreign)) * words.length
  }
  return screen => {
    const rows = isUpper ? screen : screen.toReversed()
    const english = rows.slice(0, bestCut(rows.map(leaning)))
    return isUpper ? english : english.reverse()
  }
}

const isEnglishBeside = (words: readonly string[], others: readonly string[]): boolean => {
  const language = languageOfWords(others)
  const isForeign = language === null ? others.length >= ENOUGH_WORDS : language !== 'en'
  const isEnglish = languageOfWords(words) === 'en' && functionWordShare(words, 'en') >= ENGLISH_SHARE
  return isEnglish && isForeign && functionWordShare(others, 'en') <= FOREIGN_SHARE
}

/** After how many rows the language changes: where what leans to English stands before it, or in the middle. */
const bestCut = (leanings: readonly number[]): number => {
  if (leanings.length === 1) return (leanings[0] ?? 0) >= 0 ? 1 : 0
  const middle = leanings.length / 2
  let best = { cut: Math.ceil(middle), sum: Number.NEGATIVE_INFINITY }
  let sum = 0
  for (let cut = 1; cut < leanings.length; cut++) {
    sum += leanings[cut - 1] ?? 0
    const isNearer = sum === best.sum && Math.abs(cut - middle) < Math.abs(best.cut - middle)
    if (sum > best.sum || isNearer) best = { cut, sum }
  }
  return best.cut
}
