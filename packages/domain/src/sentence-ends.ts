/**
 * Sentence boundaries in punctuated English, used for captions, uploaded transcripts, descriptions, model output and speech.
 * A period that belongs to an abbreviation does not end a sentence, unless the next word almost certainly starts one.
 */

/**
 * Whether a sentence ends between `word` and `next`, both with their punctuation. `before` is the word before `word`, and is
 * needed to recognize "6 in. long" and "Elm St.".
 */
export function endsSentence(word: string, next: string, before = ''): boolean {
  if (!/[.!?…]["'”’)\]]*$/.test(word)) return false
  const isQuoteEnd = /["”’)\]]$/.test(word)
  const core = word.replace(/^["'“‘([]+/, '').replace(/["'”’)\]]+$/, '')
  const start = next.replace(/^["'“‘([]+/, '')
  if (/[?!]$/.test(core)) {
    // '"Is it safe?" she asked', "Yahoo! Inc."
    if (/^\p{Ll}/u.test(start) && isQuoteEnd) return false
    return !(NAMES_WITH_MARK.test(core) && !isStarter(start))
  }
  if (!/^[\p{Lu}\p{Lo}\p{N}$£€]/u.test(start)) return false
  const kind = abbreviationKind(core, before)
  return kind === null || ends[kind](core, start)
}

/** Whether the word's period always belongs to it: "Dr.", "Inc.", "U.S.", "approx."; not "no." or "C.". */
export const isAbbreviation = (word: string): boolean => {
  const kind = abbreviationKind(word, '')
  return kind !== null && kind !== 'number' && kind !== 'initial'
}

type Kind = 'title' | 'never' | 'number' | 'list' | 'name' | 'month' | 'initial' | 'citation'

/** For each kind of abbreviation: whether a sentence ends after it if the next word starts with a capital or a digit. */
const ends: Record<Kind, (core: string, start: string) => boolean> = {
  // "Dr. No" and "Dr. Who" are names; "sen. Then" and "Thanks, hon. Dinner" are not titles.
  title: (core, start) =>
    isClearStarter(start) || (/^\p{Ll}/u.test(core) && (isStarter(start) || (/^hon/.test(core) && isWord(start)))),
  // "Sweden vs. The Netherlands".
  never: () => false,
  // "No. 5", "Fig. B", "Vol. II".
  number: (_, start) => !/^(\p{N}|\p{L}\b|[IVXLC]+\b)/u.test(start) || isClearStarter(start),
  list: (_, start) => isWord(start),
  name: (_, start) => isStarter(start),
  month: (_, start) => isClearStarter(start),
  initial: (_, start) => isStarter(start),
  citation: (_, start) => isStarter(start),
}

function abbreviationKind(core: string, before: string): Kind | null {
  const bare = core.replace(/\.$/, '')
  if (bare === core) return null
  const key = bare.toLowerCase()
  const isCapital = /^\p{Lu}/u.test(bare)
  if (NEVER.has(key)) return 'never'
  if (key === 'etc') return 'list'
  if (key === 'al') return 'citation'
  // "The office on Elm St." is a street.
  if (key === 'st' && /^\p{Lu}\p{Ll}/u.test(before) && !isStarter(before)) return 'name'
  if (TITLES.has(key)) return 'title'
  if (isCapital && MONTHS.has(key)) return 'month'
  if (BEFORE_NUMBER.has(key)) return 'number'
  if (/\d$/.test(before) && UNITS.has(key)) return 'name'
  if (isCapital && IN_NAMES.has(key)) return 'name'
  if (/^\p{Lu}$/u.test(bare)) return 'initial'
  // "U.S.", "Ph.D.", "a.m.", "J.R.R."
  return /^\p{L}{1,2}(\.\p{L}{1,2})+$/u.test(bare) ? 'name' : null
}

const wordSet = (words: string) => new Set(words.split(/\s+/))

const TITLES = wordSet(
  `mr mrs ms mx dr prof rev fr hon sen rep gov pres gen col maj capt cpt lt sgt cpl pvt ens cmdr cdr adm brig supt insp det
  sec amb ald emer atty asst assoc dep messrs mme mlle sra srta sr st ste mt ft msgr rt`,
)

const NEVER = wordSet('e.g eg i.e ie vs v cf viz ca approx incl esp a.k.a p.s n.b feat')

/** Abbreviations only before a number. Otherwise they end a sentence: "I said no.", "the year c." */
const BEFORE_NUMBER = wordSet(
  'no nos nr rm fig figs eq vol vols p pp ch chap chs sect art op c ver ep pt par max min est avg tel ext ex app',
)

const MONTHS = wordSet('jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri')

const UNITS = wordSet('in ft yd mi oz lb lbs pt qt gal sq cu hr hrs min mins sec secs mm cm km kg mg ml')

/** Capitalized in or after names and addresses. */
const IN_NAMES = wordSet(
  `inc ltd co corp bros jr esq assn dept univ ave blvd rd hwy ln ct pl sq pkwy bldg apt intl natl govt mfg div dist
  ala ariz ark calif cal colo conn del fla ga ill ind kan ky mass md mich minn miss mo mont neb nev okla ore penn pa tenn
  tex va vt wash wis wyo ont que`,
)

const NAMES_WITH_MARK = /^(yahoo|jeopardy|wham|panic|oklahoma|airplane|yum|joomla|chips|e|shazam)!$/i

/** Words that are capitalized only at the start of a sentence. */
const isClearStarter = (start: string) => CLEAR.has(bareWord(start))
const isStarter = (start: string) => CLEAR.has(bareWord(start)) || LIKELY.has(bareWord(start))
const isWord = (start: string) => /^\p{L}/u.test(start)

/** The word without punctuation and without the ending of a contraction. "A." and "I." are initials, not words. */
const bareWord = (start: string) =>
  /^\p{Lu}\./u.test(start) ? '' : start.toLowerCase().replace(/['’].*$|[^\p{L}]+$/gu, '')

const CLEAR = wordSet(
  `the a an this that these those my your his her its our their i you he she it we they there
  isn't aren't wasn't weren't don't doesn't didn't`,
)

const LIKELY = wordSet(
  `here what when where why how who which whose if in on at for from with without by as after before since while although
  though because but and so or nor then now yes no not next finally also however still even just only every each some any
  all many most both another nobody everybody everyone somebody someone nothing everything something let please today
  yesterday tomorrow maybe perhaps once until unless during between under over about despite instead later meanwhile
  otherwise therefore thus though to whether well okay did does do is are was were has have had can could should would
  people one`,
)
