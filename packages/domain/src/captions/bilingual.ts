import { detectLanguage, functionWordShare, toLowerCaseWords } from '../spoken-language.ts'
import type { Cue } from './cue.ts'
import { detectScript, type RowScript, splitScripts } from './scripts.ts'

/** Captions of the same text in two languages start within this time of each other. */
const TOGETHER_MS = 400
/** Share of the screens that must have two languages for a file to count as bilingual. */
const SHARE = 0.5
/** If the languages alternate line by line, each must have at least this share of the lines. */
const ALTERNATING_SHARE = 0.3
/** English text has at least the first share of English function words, other languages at most the second. */
const ENGLISH_SHARE = 0.25
const FOREIGN_SHARE = 0.12
/** Below the first number of words the language may be unknown; from the second number on, unknown means not English. */
const FEW_WORDS = 40
const ENOUGH_WORDS = 60
/** Number of screens used to detect the languages. */
const SAMPLE_SCREENS = 1_000

/**
 * Extracts the English text from captions that show every line in English and another language (below each other, next to each
 * other, or as two simultaneous cues). Other files are returned unchanged.
 */
export const extractEnglish = (cues: readonly Cue[]): { cues: readonly Cue[]; isBilingual: boolean } => {
  const screens = groupIntoScreens(cues)
  const isEnglish = byScript(screens) ?? byWords(screens)
  if (isEnglish === null) return { cues, isBilingual: false }
  const englishRows = new Map<number, string[]>()
  for (const screen of screens)
    for (const row of isEnglish(screen)) {
      const rows = englishRows.get(row.cue)
      if (rows === undefined) englishRows.set(row.cue, [row.text])
      else rows.push(row.text)
    }
  const english = cues.flatMap((cue, at) => {
    const text = englishRows.get(at)?.join('\n')
    if (text === undefined) return []
    // Marks are positions in the complete text, so they are lost when it is shortened.
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

/** The rows shown at the same time. */
type Screen = Row[]

/** Returns the English rows of a screen. */
type EnglishRows = (screen: Screen) => Row[]

const groupIntoScreens = (cues: readonly Cue[]): Screen[] => {
  const order = cues.map((_, at) => at).sort((a, b) => startOf(cues, a) - startOf(cues, b) || a - b)
  const screens: Screen[] = []
  let sinceMs = Number.NEGATIVE_INFINITY
  for (const at of order) {
    const rows = splitRows(cues[at]?.text ?? '').map(text => ({ cue: at, text, script: detectScript(text) }))
    const current = screens.at(-1)
    if (current !== undefined && startOf(cues, at) - sinceMs <= TOGETHER_MS) for (const row of rows) current.push(row)
    else {
      screens.push(rows)
      sinceMs = startOf(cues, at)
    }
  }
  return screens.filter(screen => screen.length > 0)
}

const startOf = (cues: readonly Cue[], at: number): number => cues[at]?.startMs ?? 0

const splitRows = (text: string): string[] =>
  text
    .split('\n')
    .flatMap(line => line.split(/\s(?:\|{1,2}|\/{1,2})\s/))
    .flatMap(splitScripts)
    .filter(row => row.trim() !== '')

/** For two languages in different scripts, one of them Latin. */
const byScript = (screens: readonly Screen[]): EnglishRows | null => {
  const withLetters = screens.filter(screen => screen.some(row => row.script !== 'none'))
  const withBoth = withLetters.filter(
    screen => screen.some(row => row.script === 'latin') && screen.some(row => row.script === 'foreign'),
  )
  const areTogether = withBoth.length > 0 && withBoth.length >= withLetters.length * SHARE
  if (!areTogether && !alternates(screens.flat())) return null
  const words = withLetters
    .slice(0, SAMPLE_SCREENS)
    .flat()
    .flatMap(row => (row.script === 'latin' ? toLowerCaseWords(row.text) : []))
  const language = detectLanguage(words)
  if (language !== 'en' && !(language === null && words.length < FEW_WORDS)) return null
  return screen => screen.filter(row => row.script !== 'foreign')
}

/** Whether rows in Latin and another script alternate. */
const alternates = (rows: readonly Row[]): boolean => {
  const areLatin = rows.filter(row => row.script !== 'none').map(row => row.script === 'latin')
  const latin = areLatin.filter(isLatin => isLatin).length
  const changes = areLatin.filter((isLatin, at) => at > 0 && isLatin !== areLatin[at - 1]).length
  const fewer = Math.min(latin, areLatin.length - latin)
  return fewer >= areLatin.length * ALTERNATING_SHARE && changes >= areLatin.length * SHARE
}

/** For two languages in the same script: the upper rows are in one language, the lower rows in the other. */
const byWords = (screens: readonly Screen[]): EnglishRows | null => {
  const multiRow = screens.filter(screen => screen.length > 1)
  if (multiRow.length < screens.length * SHARE) return null
  const sample = multiRow.slice(0, SAMPLE_SCREENS)
  const half = (screen: Screen) => Math.floor(screen.length / 2)
  const upper = sample.flatMap(screen => screen.slice(0, half(screen)).flatMap(row => toLowerCaseWords(row.text)))
  const lower = sample.flatMap(screen => screen.slice(-half(screen)).flatMap(row => toLowerCaseWords(row.text)))
  const isUpper = isEnglishNextTo(upper, lower)
  if (!isUpper && !isEnglishNextTo(lower, upper)) return null
  const foreign = detectLanguage(isUpper ? lower : upper) ?? ''
  const englishScore = (row: Row) => {
    const words = toLowerCaseWords(row.text)
    return (functionWordShare(words, 'en') - functionWordShare(words, foreign)) * words.length
  }
  return screen => {
    const rows = isUpper ? screen : screen.toReversed()
    const english = rows.slice(0, bestCut(rows.map(englishScore)))
    return isUpper ? english : english.reverse()
  }
}

const isEnglishNextTo = (words: readonly string[], others: readonly string[]): boolean => {
  const language = detectLanguage(others)
  const isForeign = language === null ? others.length >= ENOUGH_WORDS : language !== 'en'
  const isEnglish = detectLanguage(words) === 'en' && functionWordShare(words, 'en') >= ENGLISH_SHARE
  return isEnglish && isForeign && functionWordShare(others, 'en') <= FOREIGN_SHARE
}

/** Number of rows after which the language changes: with the highest English score before it, else near the middle. */
const bestCut = (englishScores: readonly number[]): number => {
  if (englishScores.length === 1) return (englishScores[0] ?? 0) >= 0 ? 1 : 0
  const middle = englishScores.length / 2
  let best = { cut: Math.ceil(middle), sum: Number.NEGATIVE_INFINITY }
  let sum = 0
  for (let cut = 1; cut < englishScores.length; cut++) {
    sum += englishScores[cut - 1] ?? 0
    const isNearer = sum === best.sum && Math.abs(cut - middle) < Math.abs(best.cut - middle)
    if (sum > best.sum || isNearer) best = { cut, sum }
  }
  return best.cut
}
