import { porterStem } from '../choosing/porter.ts'
import { baseOf } from '../reading/verbs.ts'
import type { Token } from './tokens.ts'

/**
 * Negations that a sentence in words of its own has and its source has not, and the other way round. What is negated is told
 * by the first words with a meaning behind the negation: "doesn't come from the big mill" negates coming.
 */
export function otherNegations(said: readonly Token[], cited: readonly Token[]): string[] {
  return [...addedNegations(said, cited), ...droppedNegations(said, cited)]
}

function addedNegations(said: readonly Token[], cited: readonly Token[]): string[] {
  const denials = cited.flatMap((token, i) =>
    isDenial(token) || ENDS.test(token.form) || SUPERLATIVE.test(token.form) ? [i] : [],
  )
  return said.flatMap((token, i) => {
    if (!isNegation(said, i)) return []
    const [head] = scopeOf(said, i)
    const places = cited.flatMap((other, k) => (head && headForm(other) === headForm(head) ? [k] : []))
    const isDenied =
      places.length === 0 ? denials.length > 0 : places.some(k => denials.some(d => k - d <= BEHIND && d - k <= BEFORE))
    return isDenied ? [] : [token.written]
  })
}

/** "No other is better" says what "the best" says. */
const SUPERLATIVE = /^(best|worst|most|least|\p{L}{3,}est)$/u

/** A denial reaches so many words forward, and back. */
const BEHIND = 10
const BEFORE = 6

function droppedNegations(said: readonly Token[], cited: readonly Token[]): string[] {
  const found = cited.flatMap((token, i) => {
    if (!isNegation(cited, i)) return []
    const [head, next] = scopeOf(cited, i)
    const telling = head && LIGHT.test(headForm(head)) ? next : head
    const negated = telling ? [telling] : head ? [] : ellipsis(cited, i)
    return negated.some(word => isAsserted(word, i)) ? [token.written] : []
  })
  return found.slice(0, 1)

  /** Said without a denial by the sentence, and by the source only where it denies. */
  function isAsserted(head: Token, at: number): boolean {
    const form = headForm(head)
    const own = said.flatMap((token, k) => (headForm(token) === form ? [k] : []))
    if (own.length === 0 || own.some(k => isDeniedAround(said, k))) return false
    return !cited.some((token, k) => headForm(token) === form && Math.abs(k - at) > SCOPE && !isDeniedAround(cited, k))
  }
}

/** Whether a word other than itself denies what stands at a place. */
function isDeniedAround(tokens: readonly Token[], at: number): boolean {
  for (let k = at - BEHIND; k <= at + BEFORE; k++) {
    const token = tokens[k]
    if (!token || k === at) continue
    if (isDenial(token) || (k < at && k >= at - 4 && ENDS.test(token.form))) return true
  }
  return false
}

/** Words up to which a negation is looked for its matter, and how many of them are taken. */
const SCOPE = 6
const HEADS = 2

/** The first words with a meaning behind a negation; before one such as "none" when there are none behind it. */
function scopeOf(tokens: readonly Token[], at: number): Token[] {
  const heads: Token[] = []
  for (let k = at + 1; k <= at + SCOPE && k < tokens.length && heads.length < HEADS; k++) {
    if (tokens[k - 1]!.closes) break
    if (hasMeaning(tokens[k]!)) heads.push(tokens[k]!)
  }
  // "Did not believe that": else what is thought is what is negated.
  if (heads.length === 0) {
    const thought = tokens.slice(at + 1, at + 3).find(token => /^(think|believe|know|want|mean)$/.test(token.form))
    if (thought) heads.push(thought)
  }
  if (!STANDS_FOR.test(tokens[at]!.form)) return heads
  for (let k = at - 1; k >= Math.max(0, at - 3) && !tokens[k]!.closes; k--)
    if (hasMeaning(tokens[k]!)) return [tokens[k]!, ...heads]
  return heads
}

const hasMeaning = ({ form, kind }: Token) => kind !== 'negation' && form !== '1' && !GRAMMAR.test(form)

/** "It didn't.": what was said right before is negated. */
function ellipsis(cited: readonly Token[], at: number): Token[] {
  if (!cited[at]!.closes) return []
  const end = cited.slice(0, at).findLastIndex(token => token.closes)
  const before = cited.slice(Math.max(0, end - 6), end + 1).filter(hasMeaning)
  return at - end <= 4 ? before.slice(0, 2) : []
}

const STANDS_FOR = /^(none|nothing|nobody|nowhere|neither)$/

const GRAMMAR =
  /^(a|an|the|this|that|these|those|it|its|he|she|they|we|you|i|him|her|them|us|me|my|your|his|our|their|there|here|is|are|was|were|be|been|being|am|do|does|did|has|have|had|having|will|would|can|could|should|shall|may|might|must|to|of|in|on|at|for|with|from|by|as|and|or|but|so|if|than|then|just|really|very|all|any|anybody|anyone|anything|even|ever|yet|also|still|actually|quite|too|more|much|many|single|think|thinks|believe|thought|say|know|mean|want|one|'s|'re|'ve|'m|'ll|who|what|which|when|where|how|why|gonna|going)$/

const headForm = ({ form }: Token) => porterStem(baseOf(form))

/** A negation of its own: no answer, no "not only", "not until", "nothing but" or "why don't you". */
function isNegation(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!
  if (token.kind !== 'negation' || token.form === 'hardly' || token.form === 'barely') return false
  const next = tokens[i + 1]?.form ?? ''
  if (token.form === 'no') return !token.closes && !ANSWERED.test(next)
  if (token.form === 'nothing' && /^(but|else)$/.test(next)) return false
  if (token.form === 'never' && /^(mind)$/.test(next)) return false
  if (token.form === 'without') return !/^(doubt|question)$/.test(next)
  if (/^(only|just|until|till|necessarily|sure|to)$/.test(next)) return false
  return !tokens.slice(Math.max(0, i - 3), i).some(({ form }) => /^(why|if|unless)$/.test(form))
}

const ANSWERED =
  /^(i|you|he|she|it|we|they|this|that|there|not|no|but|because|so|and|longer|matter|doubt|i'm|it's|we're|that's|is|are|was)$/

/** Verbs that say little without the word behind them. */
const LIGHT =
  /^(put|get|make|take|go|come|give|use|see|look|sai|let|keep|find|have|need|work|start|tell|ask|call|show)$/

const isDenial = (token: Token) => token.kind === 'negation' || DENIES.test(token.form)

/** Words that deny as a negation does. */
const DENIES =
  /^(fail(s|ed|ing|ure)?|refus(e|es|ed|ing|al)|lack(s|ed|ing)?|avoid(s|ed|ing)?|prevent(s|ed|ing)?|miss(es|ed|ing)?|declin(e|es|ed|ing)|omit(s|ted)?|skip(s|ped)?|los(e|es|t|ing)|unable|impossible|rather|instead|against|contrary|reject(s|ed|ing)?|den(y|ies|ied|ying)|few|little|only|except|until|absent|absence|exclud(e|es|ed|ing)|prohibit(s|ed)?|forbid(s|den)?|ban|banned|disagree[sd]?|disable[sd]?|disapprov\p{L}+|disappear\p{L}*|dislike[sd]?|doubt(s|ed)?|wrong|false|myth|legend|zero|nil|less|fewer|free|short|unlike|despite|rare|rarely|seldom|scarce|scarcely|flat|un(?!it|i|der|til|cle)\p{L}{4,}|in(capable|sufficient|accurate|correct|valid|dependent|visible|secure|adequate|appropriate)|\p{L}{3,}less)$/u

/** Words that deny what stands right behind them. */
const ENDS = /^(stop(s|ped|ping)?|quit|ended?|gave|give|abandon(s|ed)?|cancel(s|led|ed)?)$/
