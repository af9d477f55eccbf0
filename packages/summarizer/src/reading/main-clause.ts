import { SUBJECT } from './grammar.ts'
import { verbForm } from './verbs.ts'

const wordSet = (words: string) => new Set(words.split(' '))

const SUBORDINATOR = wordSet(
  'that which who whose whom what how why where when while if because cause cuz since although though unless whereas until till whether whenever wherever whatever whoever',
)
/** Nouns of time. After them, a pronoun begins the main clause and not a relative clause: "The next day he came". */
const TIME =
  /^(day|days|week|weeks|month|months|year|years|morning|afternoon|evening|night|time|moment|minute|minutes|hour|hours|second|seconds|century|decade|summer|winter|spring|today|tomorrow|yesterday|tonight|\d+)$/

/**
 * Whether there is a main clause: a finite verb that does not belong to a subordinate or relative clause. "When you take away the points"
 * and "the rush he feels" have none. `tags` are the parts of speech of the words.
 */
export function hasMainClause(words: readonly string[], tags: readonly string[]): boolean {
  if (words[0] === "let's" || isImperative(words, tags)) return true
  let open = 0
  for (let i = 0; i < words.length; i++) {
    if (opensClause(words, tags, i)) open++
    if (!isFiniteVerb(words, tags, i) || isRelative(words, tags, i)) continue
    if (open === 0) return true
    open--
  }
  return false
}

/** Whether it begins with an imperative: "Notice that", "call it". Taggers often tag these as nouns. */
const isImperative = (words: readonly string[], tags: readonly string[]) =>
  verbForm(words[0]!) === 'base' && (/^VERB/.test(tags[0]!) || /^(DET|PRON|SCONJ)$/.test(tags[1] ?? ''))

/** Whether a word opens a subordinate clause. "That" does, except in "that book", "and that is", and at the beginning. */
function opensClause(words: readonly string[], tags: readonly string[], i: number): boolean {
  const word = words[i]!
  const before = words[i - 1] ?? ''
  if (word === 'time') return /^(each|every|first|next|last|any)$/.test(before) && SUBJECT.has(words[i + 1] ?? '')
  if (/^(what|who|how|where|when)'/.test(word)) return i > 0 && !/CCONJ|ADP/.test(tags[i - 1]!)
  if (word !== 'that') return SUBORDINATOR.has(word)
  if (i === 0 || i + 1 === words.length || tags[i - 1] === 'CCONJ') return false
  const verbFollows = /VERB|AUX/.test(tags[tags[i + 1] === 'ADV' ? i + 2 : i + 1] ?? '')
  return verbFollows || (tags[i] !== 'DET' && tags[i - 1] !== 'ADP')
}

function isFiniteVerb(words: readonly string[], tags: readonly string[], i: number): boolean {
  const word = words[i]!
  const tag = tags[i]!
  if (/\+AUX/.test(tag)) return true
  if (/^(be|been|being|having)$/.test(word) || /ing$/.test(word)) return false
  let before = i - 1
  while (before >= 0 && (tags[before] === 'ADV' || tags[before] === 'PART') && words[before] !== 'to') before--
  if (before < 0 || words[before] === 'to' || /^(VERB|AUX|PRON\+AUX)/.test(tags[before]!)) return false
  if (/^AUX/.test(tag)) return true
  if (tag !== 'VERB') return false
  const form = verbForm(word)
  if (SUBJECT.has(words[before]!) || /^(which|what)$/.test(words[before]!))
    return form !== 'ing' && form !== 'participle'
  return (
    /NOUN|PROPN|NUM/.test(tags[before]!) &&
    form !== 'participle' &&
    (form === 'finite' || /(s|ed)$/.test(word) || /s$/.test(words[before]!))
  )
}

/** Whether the verb belongs to a relative clause after the first noun: "the rush he feels". */
function isRelative(words: readonly string[], tags: readonly string[], verb: number): boolean {
  let subject = /^PRON\+/.test(tags[verb]!) ? verb : verb - 1
  while (subject > 0 && tags[subject] === 'ADV') subject--
  if (!/^(i|you|he|she|we|they|it)($|')/.test(words[subject]!) || subject < 1) return false
  if (!/NOUN|NUM/.test(tags[subject - 1]!) || TIME.test(words[subject - 1]!)) return false
  return /DET|NUM|NOUN|ADJ|PROPN/.test(tags[0]!) && !tags.slice(0, subject).some(tag => /VERB|AUX/.test(tag))
}
