import { SUBJECT } from './grammar.ts'
import { verbForm } from './verbs.ts'

const list = (words: string) => new Set(words.split(' '))

const SUBORDINATOR = list(
  'that which who whose whom what how why where when while if because cause cuz since although though unless whereas until till whether whenever wherever whatever whoever',
)
/** "The next day he came": here a noun before a pronoun names a time, and the pronoun begins the main clause. */
const TIME =
  /^(day|days|week|weeks|month|months|year|years|morning|afternoon|evening|night|time|moment|minute|minutes|hour|hours|second|seconds|century|decade|summer|winter|spring|today|tomorrow|yesterday|tonight|\d+)$/

/**
 * Whether the words hold a clause of their own: a verb with person or tense that no "that", "when" or noun before it takes to
 * itself. "When you take away the points" and "the rush he feels" wait for something that does not come. `tags` are the
 * parts of speech of the words.
 */
export function hasMainClause(words: readonly string[], tags: readonly string[]): boolean {
  if (words[0] === "let's" || isOrder(words, tags)) return true
  let open = 0
  for (let i = 0; i < words.length; i++) {
    if (opensClause(words, tags, i)) open++
    if (!carriesTense(words, tags, i) || isRelative(words, tags, i)) continue
    if (open === 0) return true
    open--
  }
  return false
}

/** "Notice that", "call it": taggers take many an order for a noun. */
const isOrder = (words: readonly string[], tags: readonly string[]) =>
  verbForm(words[0]!) === 'base' && (/^VERB/.test(tags[0]!) || /^(DET|PRON|SCONJ)$/.test(tags[1] ?? ''))

/** "That" opens a clause but in "that book", "and that is", and at the beginning. */
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

function carriesTense(words: readonly string[], tags: readonly string[], i: number): boolean {
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

/** The verb of "the rush he feels": its pronoun stands right behind the noun with which the sentence begins. */
function isRelative(words: readonly string[], tags: readonly string[], verb: number): boolean {
  let subject = /^PRON\+/.test(tags[verb]!) ? verb : verb - 1
  while (subject > 0 && tags[subject] === 'ADV') subject--
  if (!/^(i|you|he|she|we|they|it)($|')/.test(words[subject]!) || subject < 1) return false
  if (!/NOUN|NUM/.test(tags[subject - 1]!) || TIME.test(words[subject - 1]!)) return false
  return /DET|NUM|NOUN|ADJ|PROPN/.test(tags[0]!) && !tags.slice(0, subject).some(tag => /VERB|AUX/.test(tag))
}
