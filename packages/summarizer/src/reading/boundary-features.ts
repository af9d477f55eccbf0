import { hash, mix, toKey } from '../learnt/hashing.ts'
import { type SequenceOdds, sequenceOdds } from './word-sequences.ts'

/**
 * Number of features of the boundary model for the gap after a word: sequences of one to four words near the gap; the endings of the
 * words next to it; the same with words replaced by their grammatical class (so that "the rocket" benefits from "the man") or their part
 * of speech; and how often sentences end and begin with these words according to an n-gram language model. Each feature is a hash. Used
 * for training and prediction.
 */
export const BOUNDARY_FEATURE_COUNT = 81

/** A sequence of lower-case words with their parts of speech, prepared for `boundaryFeatures`. */
export interface HashedWords {
  word: Int32Array
  ending: Int32Array
  kind: Int32Array
  tag: Int32Array
  /** `SEQUENCES` rounded values for the gap after each word. */
  sequences: Int16Array
}

export function hashWords(words: readonly string[], tags: readonly string[]): HashedWords {
  const hashed = words.map(word => {
    let cached = cache.get(word)
    if (!cached) {
      cached = [hash(word), hash(`~${/\d/.test(word) ? '#' : word.slice(-3)}`), hash(`#${wordClass(word)}`)]
      if (cache.size < 50_000) cache.set(word, cached)
    }
    return cached
  })
  const word = Int32Array.from(hashed, h => h[0])
  return {
    word,
    ending: Int32Array.from(hashed, h => h[1]),
    kind: Int32Array.from(hashed, h => h[2]),
    tag: Int32Array.from(tags, hashOfTag),
    sequences: sequencesOf(word),
  }
}

const cache = new Map<string, [number, number, number]>()
const tagHashes = new Map<string, number>()

function hashOfTag(tag: string): number {
  let cached = tagHashes.get(tag)
  if (cached === undefined) {
    cached = hash(`/${tag}`)
    if (tagHashes.size < 1000) tagHashes.set(tag, cached)
  }
  return cached
}

/** Fills `out`, which must have one element per feature, with the 24-bit feature keys for the gap after word `i`. */
export function boundaryFeatures(
  { word, ending, kind, tag, sequences }: HashedWords,
  i: number,
  out: Int32Array,
): void {
  let n = 0
  const put = (key: number, position: number) => {
    out[n++] = toKey(mix(key, position))
  }
  const at = (list: Int32Array, k: number) => (i + k >= 0 && i + k < list.length ? list[i + k]! : OUTSIDE)
  for (let k = -4; k <= 5; k++) put(at(word, k), 1000 + k)
  for (let k = -3; k <= 3; k++) put(mix(at(word, k), at(word, k + 1)), 2000 + k)
  for (let k = -3; k <= 2; k++) put(mix(mix(at(word, k), at(word, k + 1)), at(word, k + 2)), 3000 + k)
  for (let k = -2; k <= 0; k++)
    put(mix(mix(mix(at(word, k), at(word, k + 1)), at(word, k + 2)), at(word, k + 3)), 4000 + k)
  put(at(ending, 0), 5000)
  put(at(ending, 1), 5001)
  put(mix(at(ending, 0), at(ending, 1)), 5002)
  put(mix(at(word, 0), at(ending, 1)), 5003)
  put(mix(at(ending, -1), at(ending, 0)), 5004)
  put(mix(at(word, 1), at(ending, 2)), 5005)
  put(BIAS, 5006)
  for (const [from, to] of CLASS_RUNS) {
    let key = OUTSIDE
    for (let k = from; k <= to; k++) key = mix(key, at(kind, k))
    put(key, 6000 + from * 10 + to)
  }
  put(mix(at(word, 0), mix(at(kind, 1), at(kind, 2))), 6501)
  put(mix(at(word, 1), mix(at(kind, 0), at(kind, -1))), 6502)
  put(mix(at(word, 1), mix(at(kind, 2), at(kind, 0))), 6503)
  put(mix(at(word, 0), at(kind, 1)), 6504)
  for (const [from, to] of TAG_RUNS) {
    let key = OUTSIDE
    for (let k = from; k <= to; k++) key = mix(key, at(tag, k))
    put(key, 8000 + from * 10 + to)
  }
  put(mix(at(word, 0), at(tag, 1)), 8500)
  put(mix(at(word, 1), at(tag, 0)), 8501)
  put(mix(mix(at(word, 1), at(tag, 2)), at(tag, 3)), 8502)
  put(mix(mix(at(word, 1), at(tag, 2)), at(tag, 0)), 8503)
  put(mix(mix(at(word, 0), at(tag, 1)), at(tag, 2)), 8504)
  put(mix(mix(at(word, 0), at(tag, 1)), at(tag, -1)), 8505)
  for (let k = 0; k < SEQUENCES; k++) put(sequences[i * SEQUENCES + k]!, 7001 + k)
}

const SEQUENCES = 7

function sequencesOf(word: Int32Array): Int16Array {
  const odds: SequenceOdds = { ends: 0, endsPair: 0, begins: 0, beginsPair: 0, continues: 0, next: 0 }
  const values = new Int16Array(word.length * SEQUENCES)
  const at = (i: number) => word[i] ?? OUTSIDE
  for (let i = 0; i < word.length; i++) {
    sequenceOdds(at(i - 1), at(i), at(i + 1), at(i + 2), odds)
    const { ends, endsPair, begins, beginsPair, continues, next } = odds
    const sums = [ends + begins - continues, endsPair + beginsPair - continues - next]
    const gapValues = [ends, endsPair, begins, beginsPair, continues, ...sums]
    for (let k = 0; k < SEQUENCES; k++) values[i * SEQUENCES + k] = Math.round(1.5 * gapValues[k]!)
  }
  return values
}

const OUTSIDE = 77
const BIAS = 1

const CLASS_RUNS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 3],
  [1, 4],
  [1, 5],
  [-1, 1],
  [-2, 0],
  [-1, 2],
  [-2, 2],
  [-2, 1],
  [-1, 3],
  [-3, 1],
] as const

const TAG_RUNS = [
  [0, 0],
  [1, 1],
  [0, 1],
  [0, 2],
  [0, 3],
  [-1, 1],
  [-1, 2],
  [-2, 1],
  [-2, 2],
  [1, 2],
  [1, 3],
  [1, 4],
  [-3, 2],
  [-2, 3],
  [-3, 0],
  [-1, 3],
  [-4, 1],
  [-3, 1],
] as const

const CLASSES = {
  subject: 'i he she we they',
  you: 'you it',
  that: 'that this these those there here',
  possessive: 'my your his her its our their whose',
  object: 'me him them us myself yourself himself herself themselves ourselves itself',
  determiner: 'the a an every each some any no another all both either neither',
  be: "is was are were am be been being isn't wasn't aren't weren't",
  subjectIs: "i'm it's that's he's she's we're they're you're there's here's what's who's where's let's how's",
  subjectWill:
    "i've we've you've they've i'd we'd you'd they'd he'd she'd i'll we'll you'll they'll he'll she'll it'll that'll",
  have: "have has had having haven't hasn't hadn't",
  do: "do does did don't doesn't didn't doing done",
  modal: "can could will would should shall may might must can't couldn't won't wouldn't shouldn't gonna gotta",
  preposition:
    'of in on at for with from by about into through over under between against during without within upon across behind beyond near toward towards per via',
  to: 'to',
  and: 'and',
  but: 'but',
  or: 'or nor',
  because: 'because cause cuz since although though unless whereas',
  if: 'if when while until after before as once where',
  than: 'than like',
  question: 'what who which why how whom whether',
  so: 'so',
  now: 'now then',
  answer: 'well okay ok alright right yeah yes no yep oh hey hi hello sure thanks',
  adverb:
    'just really very actually also even only still always never already again maybe probably basically pretty quite too ever almost',
  not: 'not',
  particle: 'up down out off back away around',
  number: 'one two three four five six seven eight nine ten first second third next last hundred thousand million',
  think: 'think know mean guess want need say said see look feel believe hope wish remember understand',
  go: 'go going get got make take come give put let try use keep start',
  thing:
    'thing things something anything everything nothing someone anyone everyone people guys way lot bit kind sort time today tomorrow yesterday day year years',
  title: 'mr mrs ms dr minister member chair committee',
} as const

const CLASS_OF = new Map(
  Object.entries(CLASSES).flatMap(([name, words]) => words.split(' ').map(word => [word, name] as const)),
)

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/^[\d$]/, 'digits'],
  [/ing$/, 'ing'],
  [/ly$/, 'ly'],
  [/ed$/, 'ed'],
  [/(tion|ment|ness|ity|ance|ence|ism|ship|sion)$/, 'noun'],
  [/(ous|ful|ive|able|ible|al|ic|less|ant|ent)$/, 'adjective'],
  [/er$/, 'er'],
  [/[^s]s$/, 'plural'],
]

/** Grammatical class of a lower-case word, derived from its form only. */
export function wordClass(word: string): string {
  return CLASS_OF.get(word) ?? ENDINGS.find(([ending]) => ending.test(word))?.[1] ?? 'other'
}
