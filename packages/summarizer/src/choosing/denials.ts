import { porterStem } from './porter.ts'
import { bareWord, STOP_WORDS } from './terms.ts'

/** How many sentences after a claim can refute it. */
const MAX_SENTENCES = 2

/**
 * Whether the following sentences refute a claim: "Right? Well, no.", "That's a myth.", "Actually, it was the other way round."
 * Both arguments are lists of words; `next` has one list per following sentence and should have at least three.
 */
export function isRefuted(claim: readonly string[], next: readonly (readonly string[])[]): boolean {
  const isNegative = claim.some(word => NEGATION.test(plainWord(word)))
  let checked = 0
  let isFirst = true
  for (const sentence of next) {
    const words = sentence.map(plainWord).filter(word => word !== '')
    if (words.length === 0) continue
    // "It isn't easy. No." confirms the claim.
    const agrees = isNegative && isFirst && /^(no|nope|nah)$/.test(words[0]!)
    if (!agrees && (isDenial(words, sentence) || isCorrection(words, claim))) return true
    isFirst = false
    if (isEcho(words)) continue
    // "Did you like it? No.": the answer belongs to another question.
    if (isQuestion(sentence) && !isAbout(words, claim)) return false
    if (++checked === MAX_SENTENCES) return false
  }
  return false
}

/** Whether the sentence begins by denying what was said before. */
function isDenial(words: readonly string[], sentence: readonly string[]): boolean {
  const full = words.join(' ')
  if (RETRACTED.test(full)) return true
  const { rest, opened } = afterOpening(words)
  const text = rest.join(' ')
  if (JUDGED_FALSE.test(text) || RETRACTED.test(text)) return true
  if (SHORT_NO.test(text) && !isQuestion(sentence)) return true
  if (/\b(turns out|actually|reality|truth|fact|problem|trouble|know|except|no)\b/.test(opened) && NOT_SO.test(text))
    return true
  return isNo(rest, sentence)
}

/** "No.", "No, it isn't", "no they don't", but not "No one came" or "No, really". */
function isNo(rest: readonly string[], sentence: readonly string[]): boolean {
  if (!/^(no|nope|nah|wrong|false)$/.test(rest[0] ?? '')) return false
  if (rest.length === 1) return true
  if (/^(really|seriously|honestly|kidding|joke|i mean|thanks|thank|offence|offense)/.test(rest.slice(1).join(' ')))
    return false
  const at = sentence.findIndex(word => plainWord(word) === rest[0])
  return /[,.!;:…–—-]$/.test(sentence[at] ?? '') || (rest[0] !== 'wrong' && REFERS.test(rest[1]!))
}

/** "Actually, the water goes first": corrects a claim with which it shares a word or to which it refers. */
function isCorrection(words: readonly string[], claim: readonly string[]): boolean {
  const { rest, opened } = afterOpening(words)
  if (!/\b(actually|reality|truth)$/.test(opened)) return false
  return REFERS.test(rest[0] ?? '') ? !CONFIRMS.test(rest.join(' ')) : countShared(rest, claim) > 0
}

/** Splits off the words before the denial: "Well, but actually…". */
function afterOpening(words: readonly string[]): { rest: readonly string[]; opened: string } {
  const text = words.join(' ')
  const opened = OPENING.exec(text)?.[0].trim() ?? ''
  return { opened, rest: opened === '' ? words : words.slice(opened.split(' ').length) }
}

const OPENING =
  /^((well|but|and|so|oh|uh|um|okay|ok|right|yeah|look|now|except|only|or|hmm|of course|unfortunately|sadly|sorry|actually|in (fact|reality|truth)|(the |my )?(short )?(answer|truth|reality|fact|problem|trouble|thing)( of the matter)? is( that)?|we (now )?know( now)?( that)?|as it turns out|(it )?turns out( that)?) )+/

/** "That's a myth", "It isn't true", "They were wrong". */
const JUDGED_FALSE = new RegExp(
  [
    `^(that|this|it|which|those|these|they|he|she|all of (that|this)|everything i just said|what i (just )?said|(the|that|this) (claim|idea|story|theory|belief|notion|assumption))`,
    `(('s| is| was|'re| are| were| turned out to be| turns out to be)( (simply|just|actually|completely|totally|entirely|of course|really|also|flat out|plain|in fact|all))*`,
    String.raw`(( a| an)?( (common|popular|total|complete|pure|persistent|old|widespread|big|very))* (wrong|false|untrue|incorrect|inaccurate|mistaken|myth|myths|misconception|misconceptions|lie|lies|nonsense|rubbish|fallacy|fiction|legend|misunderstanding|hoax)\b`,
    String.raw`| not( (quite|really|actually|at all|even|exactly))* (true|right|correct|accurate|so|the case|how|what|why)\b)`,
    String.raw`|( isn't| wasn't| aren't| weren't)( (quite|really|actually|at all|even|exactly))* (true|right|correct|accurate|so|the case|how|what|why)\b`,
    String.raw`|( has been| have been|'s been| was| were)( (long|since|widely|thoroughly|completely))* (debunked|disproved|disproven|refuted|discredited|proved wrong|proven wrong|proven false)\b`,
    String.raw`|( never| didn't| doesn't| did not| does not)( (really|actually|ever))? (happened|happen|work that way|work like that|hold up|hold|hold true|exist|existed|add up|make sense)\b)`,
  ].join(''),
)

const RETRACTED =
  /^(i (was|am)|i'm|we (were|are)|we're|you (were|would be)|you'd be) (completely |totally |just |quite |dead )?(wrong|mistaken|kidding|joking|lying)\b|^(just )?(kidding|joking)\b|^i (lied|misspoke|take that back)\b|^(scratch|strike) that\b|^correction\b|^let me correct (that|myself)\b|^(quite |just |exactly )?the (opposite|reverse)( (is|was) (true|the case))?$|^(it's|it is|it was) (exactly |quite |just )?the (opposite|other way (a)?round|reverse)\b|^the other way (a)?round\b|^how wrong (i|we|they|he|she) (was|were)\b|^or so (i|we|they|he|she) thought\b|^not to be (true|the case|so|right)\b|^(certainly|absolutely|definitely|obviously|clearly|probably)? ?not$|^no longer$|^on the contrary\b|^far from it$|^(do not|don't) believe (it|that|a word)|^(none|nothing) of (that|this|it|the above) (is|was|happened|holds|works)\b|^(nothing|that|this|it) (could|couldn't|could not) be further from the truth|^not (true|really|quite|exactly|so|at all|so fast|necessarily|even close|the case|correct|right|by a long shot|in the least)$|^(wrong|false|incorrect|untrue|nonsense|rubbish|hardly|nope)$|^(that|this) (myth|misconception|lie)\b/

const NEGATION = /n't$|^(no|not|never|none|nothing|nobody|neither|nor|cannot|without|hardly)$/

/** "But it doesn't." */
const SHORT_NO =
  /^(it|that|this|they|he|she|we|you|i|there) (is|was|are|were|do|does|did|can|could|will|would|has|have)(n't| not)( at all| really| actually| though)?$|^(it|that|this|they|he|she) (isn't|wasn't|aren't|weren't|don't|doesn't|didn't|can't|couldn't|won't|hasn't|haven't)( at all| really| actually| though)?$/

const NOT_SO =
  /^(it|that|this|they|he|she|there)('s not|'re not| (is|was|are|were|do|does|did) not| (isn't|wasn't|aren't|weren't|doesn't|don't|didn't))\b/

const REFERS =
  /^(it|it's|that|that's|this|they|they're|he|he's|she|she's|there|there's|none|nobody|we|you|not|the|its)$/

/** Words that reinforce the claim instead of refuting it. */
const CONFIRMS =
  /^(it|it's|that|that's|this|they|they're)( is| was| are| were)? (even|also|true|right|correct|exactly|worse|better|more|all)\b/

/** "Right?", "or does it?", "you'd think so": reactions to the claim that do not count as sentences. */
const ECHO =
  /^(right|correct|true|yes|really|okay|ok|yeah|huh|mm|hmm|oh|wow|((that )?makes sense|(that )?sounds (good|right|reasonable|logical|plausible|simple|obvious))( right| doesn't it| no)?|(or )?(is|does|did|was|are|do|were|can|could|would|has) (it|that|this|they|he|she)( so| true| right| really| now)?|(so )?you'd think( so)?|or so (they|we|you|i) (say|said)|isn't it|doesn't it|don't they|aren't they|wasn't it|obviously|clearly)$/

const isEcho = (words: readonly string[]): boolean => ECHO.test(words.join(' '))

const isQuestion = (sentence: readonly string[]): boolean => /\?["')]*$/.test(sentence.at(-1) ?? '')

/** Whether a question is about the claim: it refers to it or repeats it. */
function isAbout(words: readonly string[], claim: readonly string[]): boolean {
  if (/^(who|when|where|which|what)$/.test(words[0] ?? '') || words.includes('you') || words.includes('your'))
    return false
  if (words.length <= 10 && words.some(word => /^(that|this|it|so|they|he|she|true)$/.test(word))) return true
  return countShared(words, claim) * 2 >= new Set(contentStems(words)).size
}

const countShared = (words: readonly string[], claim: readonly string[]): number => {
  const claimStems = new Set(contentStems(claim.map(plainWord)))
  return new Set(contentStems(words).filter(stem => claimStems.has(stem))).size
}

const plainWord = (word: string): string => bareWord(word.replaceAll('’', "'"))

const contentStems = (bare: readonly string[]): string[] =>
  bare.filter(word => word !== '' && !STOP_WORDS.has(word)).map(porterStem)
