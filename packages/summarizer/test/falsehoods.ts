/** A way in which a summary sentence can be false. */
export type FalsehoodKind =
  | 'number'
  | 'number said nearby'
  | 'name'
  | 'name said nearby'
  | 'month or day'
  | 'unit'
  | 'negation dropped'
  | 'negation added'
  | 'opposite'

export interface Falsehood {
  kind: FalsehoodKind
  text: string
}

/**
 * Creates all possible false variants of a sentence. `around` is the spoken text near the cited moment: planted numbers and names do not
 * occur there, except in the kinds `… said nearby`.
 */
export function plantFalsehoods(text: string, around: string): Falsehood[] {
  const spokenWords = new Set(around.toLowerCase().match(/[\p{L}\p{N}.'-]*[\p{L}\p{N}]/gu) ?? [])
  return [
    ...otherNumbers(text, spokenWords),
    ...nearbyNumbers(text, around),
    ...otherNames(text, spokenWords),
    ...nearbyNames(text, around),
    ...otherDates(text, spokenWords),
    ...otherUnits(text),
    ...withoutNegation(text),
    ...withNegation(text),
    ...opposites(text, spokenWords),
  ]
}

/** One false variant per match of `pattern` that `change` can replace. */
function plant(
  kind: FalsehoodKind,
  text: string,
  pattern: RegExp,
  change: (word: string, match: RegExpExecArray) => string | undefined,
): Falsehood[] {
  return [...text.matchAll(pattern)].flatMap(match => {
    const other = change(match[0], match)
    if (other === undefined || other === match[0]) return []
    const changed = text.slice(0, match.index) + other + text.slice(match.index + match[0].length)
    return [{ kind, text: changed }]
  })
}

const ONES = 'two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = 'hundred thousand million billion'.split(' ')
const NUMBER_WORDS = [...ONES, ...TEENS, ...TENS]
const DIGITS = /(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu
const SPELLED = new RegExp(`\\b(?:(?:${TENS.join('|')})-(?:${ONES.join('|')})|${NUMBER_WORDS.join('|')})\\b`, 'gi')

function otherNumbers(text: string, spokenWords: ReadonlySet<string>): Falsehood[] {
  const digits = (number: string) =>
    [1, 2, 3, 4, 5, 6, 7, 8]
      .map(step => number.replace(/\d(?=\D*$)/, last => String((Number(last) + step) % 10)))
      .find(other => !spokenWords.has(other) && Number(other.replaceAll(',', '')) > 1)
  const spelled = (number: string) => {
    const parts = number.toLowerCase().split('-')
    const last = parts.at(-1)!
    const among = [ONES, TEENS, TENS].find(words => words.includes(last))!
    const at = among.indexOf(last)
    const other = [...among.slice(at + 1), ...among.slice(0, at)].find(word => !spokenWords.has(word))
    return other && matchCase(number, [...parts.slice(0, -1), other].join('-'))
  }
  const scale = (word: string) => [...SCALES].reverse().find(other => !spokenWords.has(other) && other !== word)
  return [
    ...plant('number', text, DIGITS, digits),
    ...plant('number', text, SPELLED, spelled),
    ...plant('number', text, new RegExp(`\\b(?:${SCALES.join('|')})\\b`, 'g'), scale),
  ]
}

/** Replaces numbers with one of another fact from the same moment. */
function nearbyNumbers(text: string, around: string): Falsehood[] {
  return [DIGITS, SPELLED].flatMap(pattern => {
    const existing = new Set(text.toLowerCase().match(pattern) ?? [])
    const other = (around.toLowerCase().match(pattern) ?? []).find(number => !existing.has(number))
    return plant('number said nearby', text, pattern, number => other && matchCase(number, other))
  })
}

/** Copies the capitalisation of the replaced word. */
const matchCase = (model: string, word: string) =>
  /^\p{Lu}/u.test(model) ? word[0]!.toUpperCase() + word.slice(1) : word

const NAMES = ['Okonkwo', 'Brisbane', 'Henderson', 'Toyota', 'Marseille', 'Fitzgerald', 'Nokia', 'Yamamoto']
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** Capitalised words inside a sentence. `NO_NAME` excludes "I" and titles. */
const NAME = /(?<=[\p{L}\p{N},;:"'’-] ["'(]?)\p{Lu}[\p{L}\p{N}]+(?![\p{L}\p{N}])/gu
const NO_NAME = /^(I|I'm|Mr|Mrs|Ms|Dr|Okay|OK)$/

function otherNames(text: string, spokenWords: ReadonlySet<string>): Falsehood[] {
  return plant('name', text, NAME, word =>
    NO_NAME.test(word) || MONTHS.includes(word) || DAYS.includes(word)
      ? undefined
      : NAMES.find(name => !spokenWords.has(name.toLowerCase())),
  )
}

/** Replaces names with another name from the same moment. */
function nearbyNames(text: string, around: string): Falsehood[] {
  const existing = new Set(text.match(NAME) ?? [])
  const other = (around.match(NAME) ?? []).find(
    name => !existing.has(name) && !text.includes(name) && !NO_NAME.test(name) && name.length > 3,
  )
  return plant('name said nearby', text, NAME, word => (NO_NAME.test(word) ? undefined : other))
}

function otherDates(text: string, spokenWords: ReadonlySet<string>): Falsehood[] {
  const among = (names: readonly string[]) => (word: string) => {
    const at = names.indexOf(word)
    return [...names.slice(at + 1), ...names].find(name => !spokenWords.has(name.toLowerCase()))
  }
  const months = new RegExp(`\\b(?:${MONTHS.join('|')})\\b`, 'g')
  const days = new RegExp(`\\b(?:${DAYS.join('|')})\\b`, 'g')
  // "May" and "March" at the start of a sentence may be verbs.
  const inside = (change: (word: string) => string | undefined) => (word: string, match: RegExpExecArray) =>
    match.index === 0 && /^(May|March)$/.test(word) ? undefined : change(word)
  return [
    ...plant('month or day', text, months, inside(among(MONTHS))),
    ...plant('month or day', text, days, among(DAYS)),
  ]
}

const OTHER_UNIT: Record<string, string> = {
  gram: 'kilogram',
  kilogram: 'gram',
  kilo: 'ounce',
  tonne: 'pound',
  ton: 'pound',
  metre: 'mile',
  meter: 'mile',
  centimetre: 'inch',
  kilometre: 'yard',
  kilometer: 'yard',
  mile: 'metre',
  foot: 'kilometre',
  feet: 'kilometres',
  inch: 'metre',
  inche: 'metre',
  second: 'hour',
  minute: 'week',
  hour: 'second',
  day: 'year',
  week: 'hour',
  month: 'decade',
  year: 'week',
  litre: 'gallon',
  dollar: 'euro',
  pound: 'dollar',
  euro: 'yen',
  percent: 'dollars',
  'per cent': 'dollars',
  degree: 'volt',
  volt: 'watt',
  watt: 'volt',
  megawatt: 'watt',
  gigabyte: 'megabyte',
  megabyte: 'terabyte',
}

/** A unit directly after its number. */
const UNIT = new RegExp(
  `(?<=(?:\\d|\\b(?:${NUMBER_WORDS.join('|')}|hundred|thousand|million|billion))[ -])(${Object.keys(OTHER_UNIT).join('|')})(s?)\\b`,
  'gi',
)

const otherUnits = (text: string): Falsehood[] =>
  plant('unit', text, UNIT, (_, match) => {
    const other = OTHER_UNIT[match[1]!.toLowerCase()]!
    return other.endsWith('s') ? other : other + match[2]!
  })

function withoutNegation(text: string): Falsehood[] {
  const plain: Record<string, string> = { "can't": 'can', cannot: 'can', "won't": 'will', never: 'always' }
  return plant('negation dropped', text, /\b(?:not |never\b|cannot\b|\p{L}+n't\b)/giu, word => {
    const bare = word.toLowerCase()
    return bare === 'not ' ? '' : (plain[bare] ?? word.slice(0, -3))
  })
}

function withNegation(text: string): Falsehood[] {
  // Adding a second negation may not make the sentence false.
  if (/\b(?:not|no|never|none|nobody|nothing|nor|neither|without|hardly|cannot)\b|n't\b/i.test(text)) return []
  return plant(
    'negation added',
    text,
    /\b(?:is|are|was|were|can|will|would|could|should|has|had|does|did)\b(?=\s\p{L})/giu,
    word => `${word} not`,
  )
}

const OPPOSITES = [
  ['more', 'less'],
  ['higher', 'lower'],
  ['above', 'below'],
  ['before', 'after'],
  ['always', 'never'],
  ['most', 'least'],
  ['increase', 'decrease'],
  ['increased', 'decreased'],
  ['faster', 'slower'],
  ['hotter', 'colder'],
  ['bigger', 'smaller'],
  ['larger', 'smaller'],
  ['longer', 'shorter'],
  ['better', 'worse'],
  ['safe', 'dangerous'],
  ['cheap', 'expensive'],
  ['cheaper', 'dearer'],
  ['first', 'last'],
  ['rises', 'falls'],
  ['rose', 'fell'],
  ['gained', 'lost'],
  ['won', 'lost'],
  ['north', 'south'],
  ['east', 'west'],
] as const

function opposites(text: string, spokenWords: ReadonlySet<string>): Falsehood[] {
  const other = new Map<string, string>(OPPOSITES.flatMap(([a, b]) => [[b, a] as const, [a, b] as const]))
  const pattern = new RegExp(`\\b(?:${[...other.keys()].join('|')})\\b`, 'g')
  return plant('opposite', text, pattern, word => {
    const opposite = other.get(word)!
    return spokenWords.has(opposite) ? undefined : opposite
  })
}
