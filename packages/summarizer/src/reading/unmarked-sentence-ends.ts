import { breaksOff } from './grammar.ts'
import { hasMainClause } from './main-clause.ts'

/** Lower-case words with their parts of speech and the probability that a sentence ends after each. */
export interface TaggedWords {
  words: readonly string[]
  tags: readonly string[]
  ends: readonly number[]
}

/**
 * Finds unmarked sentence ends: returns the index of each last word. Both sides have a main clause, and the second begins with a pronoun
 * without a connective ("my friend has two children | she has a baby").
 */
export function findUnmarkedSentenceEnds({ words, tags, ends }: TaggedWords): number[] {
  const joints: number[] = []
  let from = 0
  for (let i = 2; i < words.length - 3; i++) {
    if (i - from < 2 || ends[i]! < MIN_PROBABILITY || !opensSentence(words, tags, i + 1)) continue
    if (!COMPLETE.test(tags[i]!) || TAKES_CLAUSE.test(words[i]!)) continue
    const left = words.slice(from, i + 1)
    if (breaksOff(left) || !hasMainClause(left, tags.slice(from, i + 1))) continue
    if (continuesAfterRelative(words, tags, i + 1) || !hasMainClause(words.slice(i + 1), tags.slice(i + 1))) continue
    joints.push(i)
    from = i + 1
  }
  return joints
}

/** Minimum probability of a sentence end. Below it, the pronoun usually begins a relative clause ("the book I read"). */
const MIN_PROBABILITY = 0.1

/** Tags of words that may end a clause. */
const COMPLETE = /^(NOUN|PROPN|ADV|ADJ|NUM|PRON|ADP|INTJ|X)$/

/** Words that take a clause: connectives, verbs of speaking and thinking, and nouns with a relative clause. */
const TAKES_CLAUSE =
  /^(and|but|or|so|nor|because|cause|cuz|if|when|while|that|which|who|whom|what|how|where|why|than|as|since|although|though|unless|until|till|before|after|once|whether|whenever|wherever|whatever|like|except|plus|then|think|thinks|thought|say|says|said|know|knew|guess|hope|mean|means|believe|feel|felt|see|saw|wish|tell|told|sure|figured|realize|realized|show|shows|suppose|bet|glad|afraid|sense|heard|notice|noticed|assume|understand|remember|imagine|way|time|times|thing|things|reason|moment|first|everything|all|something|anything|nothing|one|ones|i|you|he|she|we|they|it|presumably|maybe|perhaps|today|now|sometimes|usually|often|here|there|out|more|earlier)$/

function opensSentence(words: readonly string[], tags: readonly string[], i: number): boolean {
  const followsNoun = /NOUN|PROPN|PRON|NUM/.test(tags[i - 1]!)
  // "The person | that's gonna be" is a relative clause.
  if (/^that($|')/.test(words[i]!) && followsNoun) return false
  if (/^(i'm|it's|that's|he's|she's|we're|they're|there's|here's|i've|we've|they've|i'll|we'll|it'll)$/.test(words[i]!))
    return true
  if (!/^(i|he|she|it|we|they|there|this|that)$/.test(words[i]!)) return false
  const next = tags[i + 1] === 'ADV' ? i + 2 : i + 1
  return /^AUX/.test(tags[next] ?? '') || (/^(i|he|she|we|they)$/.test(words[i]!) && /^VERB/.test(tags[next] ?? ''))
}

/** Whether a later verb has its subject before the border: "The first one | I ran into was". */
function continuesAfterRelative(words: readonly string[], tags: readonly string[], from: number): boolean {
  for (let i = from + 3; i < words.length; i++) {
    if (/^(and|but|or|so|that|which|who|what|because|if|when|where|how|there|this)$/.test(words[i - 1]!)) continue
    if (
      /^(is|was|are|were|will|would|has|can|could|should|isn't|wasn't)$/.test(words[i]!) &&
      /NOUN|ADP|ADV|VERB|ADJ/.test(tags[i - 1]!) &&
      !/NOUN/.test(tags[i - 1]!)
    )
      return true
  }
  return false
}
