import { porterStem } from '../choosing/porter.ts'
import { verbBase } from '../reading/verbs.ts'
import type { Token } from './tokens.ts'

/**
 * Finds negations that a paraphrase adds or drops compared with its source. The first content words after a negation show what is
 * negated: "doesn't come from the big mill" negates "come".
 */
export function findChangedNegations(sentence: readonly Token[], cited: readonly Token[]): string[] {
  return [...addedNegations(sentence, cited), ...droppedNegations(sentence, cited)]
}

function addedNegations(sentence: readonly Token[], cited: readonly Token[]): string[] {
  const denials = cited.flatMap((token, i) =>
    isDenial(token) || DENIES_NEXT.test(token.form) || SUPERLATIVE.test(token.form) ? [i] : [],
  )
  return sentence.flatMap((token, i) => {
    if (!isNegation(sentence, i)) return []
    const [head] = negatedWords(sentence, i)
    const positions = cited.flatMap((other, k) => (head && headForm(other) === headForm(head) ? [k] : []))
    const isDenied =
      positions.length === 0
        ? denials.length > 0
        : positions.some(k => denials.some(d => k - d <= REACH_AFTER && d - k <= REACH_BEFORE))
    return isDenied ? [] : [token.written]
  })
}

/** Superlatives can replace a negation: "no other is better" means "the best". */
const SUPERLATIVE = /^(best|worst|most|least|\p{L}{3,}est)$/u

/** How many words after it and before it a denial affects. */
const REACH_AFTER = 10
const REACH_BEFORE = 6

function droppedNegations(sentence: readonly Token[], cited: readonly Token[]): string[] {
  const found = cited.flatMap((token, i) => {
    if (!isNegation(cited, i)) return []
    const [head, next] = negatedWords(cited, i)
    const meaning = head && LIGHT.test(headForm(head)) ? next : head
    const negated = meaning ? [meaning] : head ? [] : ellipsis(cited, i)
    return negated.some(word => isAsserted(word, i)) ? [token.written] : []
  })
  return found.slice(0, 1)

  /** Whether the sentence asserts the word, while the source only uses it near a denial. */
  function isAsserted(head: Token, at: number): boolean {
    const form = headForm(head)
    const positions = sentence.flatMap((token, k) => (headForm(token) === form ? [k] : []))
    if (positions.length === 0 || positions.some(k => isDeniedAround(sentence, k))) return false
    return !cited.some((token, k) => headForm(token) === form && Math.abs(k - at) > SCOPE && !isDeniedAround(cited, k))
  }
}

/** Whether another word near the position denies the word there. */
function isDeniedAround(tokens: readonly Token[], at: number): boolean {
  for (let k = at - REACH_AFTER; k <= at + REACH_BEFORE; k++) {
    const token = tokens[k]
    if (!token || k === at) continue
    if (isDenial(token) || (k < at && k >= at - 4 && DENIES_NEXT.test(token.form))) return true
  }
  return false
}

/** How many words after a negation to search for what it negates, and how many content words to take. */
const SCOPE = 6
const MAX_HEADS = 2

/** The first content words after a negation. Pronouns such as "none" also negate the last content word before them. */
function negatedWords(tokens: readonly Token[], at: number): Token[] {
  const heads: Token[] = []
  for (let k = at + 1; k <= at + SCOPE && k < tokens.length && heads.length < MAX_HEADS; k++) {
    if (tokens[k - 1]!.endsSentence) break
    if (isContentWord(tokens[k]!)) heads.push(tokens[k]!)
  }
  // "Did not believe that": without a content word, the verb itself is negated. Otherwise it is what follows the verb.
  if (heads.length === 0) {
    const thought = tokens.slice(at + 1, at + 3).find(token => /^(think|believe|know|want|mean)$/.test(token.form))
    if (thought) heads.push(thought)
  }
  if (!PRONOUNS.test(tokens[at]!.form)) return heads
  for (let k = at - 1; k >= Math.max(0, at - 3) && !tokens[k]!.endsSentence; k--)
    if (isContentWord(tokens[k]!)) return [tokens[k]!, ...heads]
  return heads
}

const isContentWord = ({ form, kind }: Token) => kind !== 'negation' && form !== '1' && !GRAMMAR.test(form)

/** "It didn't.": negates the preceding words. */
function ellipsis(cited: readonly Token[], at: number): Token[] {
  if (!cited[at]!.endsSentence) return []
  const end = cited.slice(0, at).findLastIndex(token => token.endsSentence)
  const before = cited.slice(Math.max(0, end - 6), end + 1).filter(isContentWord)
  return at - end <= 4 ? before.slice(0, 2) : []
}

const PRONOUNS = /^(none|nothing|nobody|nowhere|neither)$/

const GRAMMAR =
  /^(a|an|the|this|that|these|those|it|its|he|she|they|we|you|i|him|her|them|us|me|my|your|his|our|their|there|here|is|are|was|were|be|been|being|am|do|does|did|has|have|had|having|will|would|can|could|should|shall|may|might|must|to|of|in|on|at|for|with|from|by|as|and|or|but|so|if|than|then|just|really|very|all|any|anybody|anyone|anything|even|ever|yet|also|still|actually|quite|too|more|much|many|single|think|thinks|believe|thought|say|know|mean|want|one|'s|'re|'ve|'m|'ll|who|what|which|when|where|how|why|gonna|going)$/

const headForm = ({ form }: Token) => porterStem(verbBase(form))

/** Whether a word really negates, unlike an answer, "not only", "not until", "nothing but" or "why don't you". */
function isNegation(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!
  if (token.kind !== 'negation' || token.form === 'hardly' || token.form === 'barely') return false
  const next = tokens[i + 1]?.form ?? ''
  if (token.form === 'no') return !token.endsSentence && !AFTER_ANSWER.test(next)
  if (token.form === 'nothing' && /^(but|else)$/.test(next)) return false
  if (token.form === 'never' && /^(mind)$/.test(next)) return false
  if (token.form === 'without') return !/^(doubt|question)$/.test(next)
  if (/^(only|just|until|till|necessarily|sure|to)$/.test(next)) return false
  return !tokens.slice(Math.max(0, i - 3), i).some(({ form }) => /^(why|if|unless)$/.test(form))
}

const AFTER_ANSWER =
  /^(i|you|he|she|it|we|they|this|that|there|not|no|but|because|so|and|longer|matter|doubt|i'm|it's|we're|that's|is|are|was)$/

/** Light verbs, which mean little without the word after them. */
const LIGHT =
  /^(put|get|make|take|go|come|give|use|see|look|sai|let|keep|find|have|need|work|start|tell|ask|call|show)$/

const isDenial = (token: Token) => token.kind === 'negation' || DENIES.test(token.form)

/** Words that deny like a negation. */
const DENIES =
  /^(fail(s|ed|ing|ure)?|refus(e|es|ed|ing|al)|lack(s|ed|ing)?|avoid(s|ed|ing)?|prevent(s|ed|ing)?|miss(es|ed|ing)?|declin(e|es|ed|ing)|omit(s|ted)?|skip(s|ped)?|los(e|es|t|ing)|unable|impossible|rather|instead|against|contrary|reject(s|ed|ing)?|den(y|ies|ied|ying)|few|little|only|except|until|absent|absence|exclud(e|es|ed|ing)|prohibit(s|ed)?|forbid(s|den)?|ban|banned|disagree[sd]?|disable[sd]?|disapprov\p{L}+|disappear\p{L}*|dislike[sd]?|doubt(s|ed)?|wrong|false|myth|legend|zero|nil|less|fewer|free|short|unlike|despite|rare|rarely|seldom|scarce|scarcely|flat|un(?!it|i|der|til|cle)\p{L}{4,}|in(capable|sufficient|accurate|correct|valid|dependent|visible|secure|adequate|appropriate)|\p{L}{3,}less)$/u

/** Words that deny what follows them directly. */
const DENIES_NEXT = /^(stop(s|ped|ping)?|quit|ended?|gave|give|abandon(s|ed)?|cancel(s|led|ed)?)$/
