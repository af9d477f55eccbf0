import { bareWord, STOP_WORDS } from '../choosing/terms.ts'
import type { CommonWords, Models } from '../models.ts'
import type { Segment } from '../types.ts'
import { capitalise, capitaliseNames, collectNameHints } from './capitals.ts'
import type { Turn, Word } from './turns.ts'
import { splitByPunctuation, type Utterance } from './utterances.ts'

/** Words of captions in all capitals, as used in live television. */
export interface AllCapitals {
  words: ReadonlySet<Word>
  /** Lower-case names found in captions in mixed case and in speaker labels. */
  names: ReadonlySet<string>
}

/** Minimum share of capitals in a caption in capitals. Below 1, because "MCDONALD" may be written "McDONALD". */
const MIN_CAPITAL_SHARE = 0.85
/** In mixed-case captions, this many capitalised words in a row are not emphasis but a different caption style. */
const MIN_RUN = 40

/** Finds the words written in all capitals; null if there are none, or only a few for emphasis. */
export function findAllCapitals(segments: readonly Segment[], turns: readonly Turn[]): AllCapitals | null {
  const bySegment = Map.groupBy(
    turns.flatMap(turn => turn.words),
    word => word.segment,
  )
  const runs: Word[][] = []
  let run: Word[] = []
  const mixed: string[] = []
  for (const [index, words] of bySegment) {
    const kind = caseOf(words)
    if (kind === 'mixed') {
      mixed.push(segments[index]?.text ?? '')
      if (run.length > 0) runs.push(run)
      run = []
    } else for (const word of words) run.push(word)
  }
  if (run.length > 0) runs.push(run)
  const all = [...bySegment.values()].reduce((sum, words) => sum + words.length, 0)
  const shouted = runs.filter(words => caseOf(words) === 'capitals')
  const isMostlyCapitals = shouted.reduce((sum, words) => sum + words.length, 0) > all / 2
  const capitalWords = isMostlyCapitals ? runs.flat() : shouted.filter(words => words.length >= MIN_RUN).flat()
  if (capitalWords.length === 0) return null
  return { words: new Set(capitalWords), names: collectNames(mixed, segments) }
}

const collectNames = (mixed: readonly string[], segments: readonly Segment[]): Set<string> => {
  const noCommonWords: CommonWords = new Map()
  const speakers = new Set(segments.flatMap(({ speaker }) => speaker?.toLowerCase().split(/\s+/) ?? []))
  return new Set([...collectNameHints(mixed, noCommonWords), ...[...speakers].filter(name => !NOT_A_NAME.test(name))])
}

const NOT_A_NAME =
  /^(?:speaker|man|woman|boy|girl|narrator|host|guest|interviewer|reporter|announcer|voice|all|both|and|the|of|\W*\d*)$/

const caseOf = (words: readonly Word[]): 'capitals' | 'mixed' | 'none' => {
  let [upper, lower, long] = [0, 0, false]
  for (const { text } of words) {
    const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
    upper += capitals
    lower += text.match(/\p{Ll}/gu)?.length ?? 0
    long ||= capitals > 1
  }
  if (lower === 0 && !long) return 'none'
  return upper > MIN_CAPITAL_SHARE * (upper + lower) ? 'capitals' : 'mixed'
}

/**
 * Splits punctuated captions in all capitals into sentences in normal case: capitals at the beginning, in names as far as they are
 * known, "I" and acronyms.
 */
export function readAllCapitals(
  turns: readonly Turn[],
  { words: shouted, names }: AllCapitals,
  models: Pick<Models, 'common' | 'capitals'>,
  hints: ReadonlySet<string>,
): Utterance[] {
  // Capitals are needed to find sentence ends: "Elm St. The" and "a wash. The".
  for (const { words } of turns)
    words.forEach((word, i) => {
      if (!shouted.has(word)) return
      const lower = lowerCaseWord(word.text, models.common)
      const bare = bareWord(lower)
      const isPlain = models.common.has(bare) || STOP_WORDS.has(bare) || ALSO_ABBREVIATIONS.test(bare)
      word.text = !isPlain || mayBeginSentence(words[i - 1]?.text) ? withCapital(lower) : lower
    })
  const utterances = splitByPunctuation(turns)
  for (const word of shouted) word.text = lowerCaseWord(word.text, models.common)
  capitaliseNames(
    turns.flatMap(turn => turn.words),
    models,
    new Set([...hints, ...names].filter(name => !STOP_WORDS.has(name))),
    shouted,
  )
  capitalisePlaceNames(
    turns.flatMap(turn => turn.words),
    shouted,
  )
  for (const { words } of utterances)
    words.forEach((word, i) => {
      if (shouted.has(word) && (i === 0 || isPartOfName(words, i))) word.text = withCapital(word.text)
    })
  return utterances
}

/** Words that are abbreviations only if capitalised: "Wash." and "Miss." are states. */
const ALSO_ABBREVIATIONS = /^(?:wash|mass|miss|ore|ill|conn|ind|sun|sat|mar)$/

const mayBeginSentence = (before: string | undefined) =>
  before === undefined || (/[.!?…]["')]*$/.test(before) && !/\b[ap]\.m\.$/.test(before))

/** "Elm St. was", "Acme Inc. paid", "saw Dr. Chen". */
const isPartOfName = (words: readonly Word[], i: number) =>
  i < words.length - 1 &&
  /^\p{Ll}+\.$/u.test(words[i]!.text) &&
  [words[i - 1], words[i + 1]].some(neighbour => /^\p{Lu}\p{Ll}/u.test(neighbour?.text ?? ''))

/** Capitalises a word unless it already has a capital. */
const withCapital = (text: string) => (/\p{Lu}/u.test(text) ? text : capitalise(text))

/**
 * Capitalises place names recognised by their grammar: "of Marrow Bay" has no article, unlike the common noun in "of the bay". All
 * occurrences of such a name are capitalised.
 */
export function capitalisePlaceNames(words: readonly Word[], chosen: ReadonlySet<Word>): void {
  const bare = words.map(word => bareWord(word.text))
  const isPair = (i: number) =>
    PLACE.test(bare[i + 1] ?? '') && /^\p{L}{3,}$/u.test(bare[i]!) && !STOP_WORDS.has(bare[i]!)
  const pairs = new Set<string>()
  bare.forEach((word, i) => {
    if (BEFORE_PLACE.test(bare[i - 1] ?? '') && isPair(i)) pairs.add(`${word} ${bare[i + 1]}`)
  })
  if (pairs.size === 0) return
  bare.forEach((word, i) => {
    if (!pairs.has(`${word} ${bare[i + 1]}`)) return
    for (const part of words.slice(i, i + 2)) if (chosen.has(part)) part.text = withCapital(part.text)
  })
}

const BEFORE_PLACE = /^(?:of|in|at|to|from|near|into|on|over|across|along|around|beyond)$/
const PLACE =
  /^(?:bay|river|lake|street|avenue|road|bridge|valley|island|islands|county|university|park|square|castle|airport|station|mountain|mountains|creek|beach|harbour|harbor|hills|falls|forest|desert|canyon|peninsula|cathedral|palace|tower|lane)$/

/** Converts a word in capitals to lower case, except for "I", acronyms, and names such as "McDonald". */
export function lowerCaseWord(text: string, common: CommonWords): string {
  const lower = text.toLowerCase()
  const core = lower.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const stem = core.replace(/['’]s$/, '')
  if (/^i(?:['’]|$)/.test(core)) return lower.replace('i', 'I')
  if (isAcronym(stem, common)) return lower.replace(stem, stem.toUpperCase())
  if (/^mc\p{L}{3,}$/u.test(stem)) return lower.replace(stem, `Mc${withCapital(stem.slice(2))}`)
  if (/^o['’]\p{L}{3,}$/u.test(stem)) return lower.replace(stem, `O${stem[1]}${withCapital(stem.slice(2))}`)
  return lower
}

/** `u.s`, `dns`, `5g`, `h2o`, `covid-19`, `viii`, `b`; not `a.m`, `20th`, `1990s`, `mr`. */
const isAcronym = (core: string, common: CommonWords): boolean => {
  if (/^\p{L}$/u.test(core)) return core !== 'a' && core !== 'o'
  if (/^(?:\p{L}\.)+\p{L}$/u.test(core)) return !/^(?:[ap]\.m|i\.e|e\.g)$/.test(core)
  if (/\d/.test(core))
    return /\p{L}/u.test(core) && !/^[\d.,:]+-?\p{L}{1,4}$/u.test(core) ? true : /^\d{1,2}[gdkp]$/.test(core)
  if (/^(?:i{2,3}|iv|vi{1,3}|ix|x[iv]{1,4}|xx)$/.test(core)) return true
  return /^[^aeiouy\W\d_]{2,5}$/.test(core) && !common.has(core) && !NOT_AN_ACRONYM.test(core)
}

const NOT_AN_ACRONYM =
  /^(?:h?m+|h+m+|sh+|ps+t|tsk|br+|gr+|z+|mr|mrs|ms|dr|st|jr|sr|vs|ft|lbs?|kg|km|cm|mm|ml|hrs?|mph|ltd|nth|pft|th|nd|rd|cts?|sgt|lt|capt)$/
