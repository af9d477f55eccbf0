/**
 * The Porter stemmer with the extensions of NLTK's default mode, as used by google-research/rouge_score.
 * Source: M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980); NLTK `stem/porter.py`, NLTK_EXTENSIONS.
 * `word` must be lower-case letters and digits.
 */
export function porterStem(word: string): string {
  const known = IRREGULAR.get(word)
  if (known !== undefined) return known
  if (word.length <= 2) return word
  return dropDoubleL(dropE(dropLastSuffix(stripThird(stripSecond(yToI(dropEdIng(dropPlural(word))))))))
}

const IRREGULAR = new Map(
  Object.entries({
    sky: 'sky skies',
    die: 'dying',
    lie: 'lying',
    tie: 'tying',
    news: 'news',
    inning: 'innings inning',
    outing: 'outings outing',
    canning: 'cannings canning',
    howe: 'howe',
    proceed: 'proceed',
    exceed: 'exceed',
    succeed: 'succeed',
  }).flatMap(([stem, forms]) => forms.split(' ').map(form => [form, stem] as const)),
)

/** For each letter, whether it is a consonant. `y` is a consonant at the start and after a vowel. */
function consonants(word: string): boolean[] {
  const flags: boolean[] = []
  for (let i = 0; i < word.length; i++) {
    const letter = word[i]!
    flags.push(letter === 'y' ? i === 0 || !flags[i - 1] : !'aeiou'.includes(letter))
  }
  return flags
}

/** The number of vowel-consonant sequences: m in [C](VC){m}[V]. */
function measure(stem: string): number {
  const flags = consonants(stem)
  let count = 0
  for (let i = 1; i < flags.length; i++) if (flags[i] && !flags[i - 1]) count++
  return count
}

const hasVowel = (stem: string) => consonants(stem).includes(false)

function endsDoubleConsonant(word: string): boolean {
  return word.length >= 2 && word.at(-1) === word.at(-2) && consonants(word).at(-1) === true
}

/** Whether the word ends in consonant-vowel-consonant, where the last is not w, x or y, or is a two-letter vowel-consonant word. */
function endsShort(word: string): boolean {
  const flags = consonants(word)
  const n = word.length
  if (n === 2) return !flags[0] && flags[1]!
  return n >= 3 && flags[n - 3]! && !flags[n - 2] && flags[n - 1]! && !'wxy'.includes(word[n - 1]!)
}

function dropPlural(word: string): string {
  if (word.endsWith('ies')) return word.length === 4 ? word.slice(0, -1) : word.slice(0, -2)
  if (word.endsWith('sses')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function dropEdIng(word: string): string {
  if (word.endsWith('ied')) return word.length === 4 ? word.slice(0, -1) : word.slice(0, -2)
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const suffix = ['ed', 'ing'].find(end => word.endsWith(end) && hasVowel(word.slice(0, -end.length)))
  if (!suffix) return word
  const stem = word.slice(0, -suffix.length)
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsDoubleConsonant(stem)) return 'lsz'.includes(stem.at(-1)!) ? stem : stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

function yToI(word: string): string {
  if (!word.endsWith('y') || word.length <= 2) return word
  const stem = word.slice(0, -1)
  return consonants(stem).at(-1) ? `${stem}i` : word
}

type Rule = readonly [suffix: string, replacement: string]

const rules = (list: string): Rule[] =>
  list.split(' ').map(pair => {
    const [suffix, replacement] = pair.split('>')
    return [suffix!, replacement!] as const
  })

const SECOND = rules(
  'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful',
)
const THIRD = rules('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>')
const LAST = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ')

/** Only the first rule with a matching suffix counts, even if its condition then fails. */
function applyFirst(word: string, list: Rule[]): string | undefined {
  const rule = list.find(([suffix]) => word.endsWith(suffix))
  if (!rule) return undefined
  const stem = word.slice(0, word.length - rule[0].length)
  return measure(stem) > 0 ? stem + rule[1] : word
}

function stripSecond(word: string): string {
  if (word.endsWith('alli') && measure(word.slice(0, -4)) > 0) return stripSecond(word.slice(0, -2))
  const changed = applyFirst(word, SECOND)
  if (changed !== undefined) return changed
  return word.endsWith('logi') && measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
}

const stripThird = (word: string) => applyFirst(word, THIRD) ?? word

function dropLastSuffix(word: string): string {
  const suffix = LAST.find(end => word.endsWith(end))
  if (!suffix) return word
  const stem = word.slice(0, -suffix.length)
  if (suffix === 'ion' && !/[st]$/.test(stem)) return word
  return measure(stem) > 1 ? stem : word
}

function dropE(word: string): string {
  if (!word.endsWith('e')) return word
  const stem = word.slice(0, -1)
  const m = measure(stem)
  return m > 1 || (m === 1 && !endsShort(stem)) ? stem : word
}

const dropDoubleL = (word: string) => (word.endsWith('ll') && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word)
