import { porterStem } from './porter.ts'
import { bareWord, STOP_WORDS } from './terms.ts'

/** How many sentences behind a claim may still take it back. */
const REACH = 2

/**
 * Whether what is said next takes a claim back: "Right? Well, no.", "That's a myth.", "Actually, it was the other way round."
 * Both are lists of words as they were said; `next` has one list for each following sentence, at least three where there are.
 */
export function isRefuted(claim: readonly string[], next: readonly (readonly string[])[]): boolean {
  const isNegative = claim.some(word => NEGATION.test(plainWord(word)))
  let passed = 0
  let isFirst = true
  for (const sentence of next) {
    const said = sentence.map(plainWord).filter(word => word !== '')
    if (said.length === 0) continue
    // "It isn't easy. No." agrees.
    const agrees = isNegative && isFirst && /^(no|nope|nah)$/.test(said[0]!)
    if (!agrees && (denies(said, sentence) || corrects(said, claim))) return true
    isFirst = false
    if (isEcho(said)) continue
    // "Did you like it? No." answers a question of its own.
    if (isQuestion(sentence) && !isAbout(said, claim)) return false
    if (++passed === REACH) return false
  }
  return false
}

/** The speaker says that something before is not so, in whatever words follow these. */
function denies(said: readonly string[], sentence: readonly string[]): boolean {
  const whole = said.join(' ')
  if (TAKEN_BACK.test(whole)) return true
  const { rest, opened } = afterOpening(said)
  const text = rest.join(' ')
  if (JUDGED.test(text) || TAKEN_BACK.test(text)) return true
  if (SHORT_NO.test(text) && !isQuestion(sentence)) return true
  if (/\b(turns out|actually|reality|truth|fact|problem|trouble|know|except|no)\b/.test(opened) && NOT_SO.test(text))
    return true
  return saysNo(rest, sentence)
}

/** "No.", "No, it isn't", "no they don't"; not "No one came", and not "No, really". */
function saysNo(rest: readonly string[], sentence: readonly string[]): boolean {
  if (!/^(no|nope|nah|wrong|false)$/.test(rest[0] ?? '')) return false
  if (rest.length === 1) return true
  if (/^(really|seriously|honestly|kidding|joke|i mean|thanks|thank|offence|offense)/.test(rest.slice(1).join(' ')))
    return false
  const at = sentence.findIndex(word => plainWord(word) === rest[0])
  return /[,.!;:…–—-]$/.test(sentence[at] ?? '') || (rest[0] !== 'wrong' && REFERS.test(rest[1]!))
}

/** "Actually, the water goes first": a correction of what it has a word in common with, or points back to. */
function corrects(said: readonly string[], claim: readonly string[]): boolean {
  const { rest, opened } = afterOpening(said)
  if (!/\b(actually|reality|truth)$/.test(opened)) return false
  return REFERS.test(rest[0] ?? '') ? !CONFIRMS.test(rest.join(' ')) : shared(rest, claim) > 0
}

/** Words before the denial itself: "Well, but actually…". */
function afterOpening(said: readonly string[]): { rest: readonly string[]; opened: string } {
  const text = said.join(' ')
  const opened = OPENING.exec(text)?.[0].trim() ?? ''
  return { opened, rest: opened === '' ? said : said.slice(opened.split(' ').length) }
}

const OPENING =
  /^((well|but|and|so|oh|uh|um|okay|ok|right|yeah|look|now|except|only|or|hmm|of course|unfortunately|sadly|sorry|actually|in (fact|reality|truth)|(the |my )?(short )?(answer|truth|reality|fact|problem|trouble|thing)( of the matter)? is( that)?|we (now )?know( now)?( that)?|as it turns out|(it )?turns out( that)?) )+/

/** "That's a myth", "It isn't true", "They were wrong". */
const JUDGED = new RegExp(
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

const TAKEN_BACK =
  /^(i (was|am)|i'm|we (were|are)|we're|you (were|would be)|you'd be) (completely |totally |just |quite |dead )?(wrong|mistaken|kidding|joking|lying)\b|^(just )?(kidding|joking)\b|^i (lied|misspoke|take that back)\b|^(scratch|strike) that\b|^correction\b|^let me correct (that|myself)\b|^(quite |just |exactly )?the (opposite|reverse)( (is|was) (true|the case))?$|^(it's|it is|it was) (exactly |quite |just )?the (opposite|other way (a)?round|reverse)\b|^the other way (a)?round\b|^how wrong (i|we|they|he|she) (was|were)\b|^or so (i|we|they|he|she) thought\b|^not to be (true|the case|so|right)\b|^(certainly|absolutely|definitely|obviously|clearly|probably)? ?not$|^no longer$|^on the contrary\b|^far from it$|^(do not|don't) believe (it|that|a word)|^(none|nothing) of (that|this|it|the above) (is|was|happened|holds|works)\b|^(nothing|that|this|it) (could|couldn't|could not) be further from the truth|^not (true|really|quite|exactly|so|at all|so fast|necessarily|even close|the case|correct|right|by a long shot|in the least)$|^(wrong|false|incorrect|untrue|nonsense|rubbish|hardly|nope)$|^(that|this) (myth|misconception|lie)\b/

const NEGATION = /n't$|^(no|not|never|none|nothing|nobody|neither|nor|cannot|without|hardly)$/

/** "But it doesn't." */
const SHORT_NO =
  /^(it|that|this|they|he|she|we|you|i|there) (is|was|are|were|do|does|did|can|could|will|would|has|have)(n't| not)( at all| really| actually| though)?$|^(it|that|this|they|he|she) (isn't|wasn't|aren't|weren't|don't|doesn't|didn't|can't|couldn't|won't|hasn't|haven't)( at all| really| actually| though)?$/

const NOT_SO =
  /^(it|that|this|they|he|she|there)('s not|'re not| (is|was|are|were|do|does|did) not| (isn't|wasn't|aren't|weren't|doesn't|don't|didn't))\b/

const REFERS =
  /^(it|it's|that|that's|this|they|they're|he|he's|she|she's|there|there's|none|nobody|we|you|not|the|its)$/

/** What goes further than the claim does not take it back. */
const CONFIRMS =
  /^(it|it's|that|that's|this|they|they're)( is| was| are| were)? (even|also|true|right|correct|exactly|worse|better|more|all)\b/

/** "Right?", "or does it?", "you'd think so": about the claim, and no sentence of its own. */
const ECHO =
  /^(right|correct|true|yes|really|okay|ok|yeah|huh|mm|hmm|oh|wow|((that )?makes sense|(that )?sounds (good|right|reasonable|logical|plausible|simple|obvious))( right| doesn't it| no)?|(or )?(is|does|did|was|are|do|were|can|could|would|has) (it|that|this|they|he|she)( so| true| right| really| now)?|(so )?you'd think( so)?|or so (they|we|you|i) (say|said)|isn't it|doesn't it|don't they|aren't they|wasn't it|obviously|clearly)$/

const isEcho = (said: readonly string[]): boolean => ECHO.test(said.join(' '))

const isQuestion = (sentence: readonly string[]): boolean => /\?["')]*$/.test(sentence.at(-1) ?? '')

/** A question whose "no" is about the claim: it points to it, or asks it again. */
function isAbout(said: readonly string[], claim: readonly string[]): boolean {
  if (/^(who|when|where|which|what)$/.test(said[0] ?? '') || said.includes('you') || said.includes('your')) return false
  if (said.length <= 10 && said.some(word => /^(that|this|it|so|they|he|she|true)$/.test(word))) return true
  return shared(said, claim) * 2 >= new Set(contentOf(said)).size
}

const shared = (said: readonly string[], claim: readonly string[]): number => {
  const claimed = new Set(contentOf(claim.map(plainWord)))
  return new Set(contentOf(said).filter(stem => claimed.has(stem))).size
}

const plainWord = (word: string): string => bareWord(word.replaceAll('’', "'"))

const contentOf = (bare: readonly string[]): string[] =>
  bare.filter(word => word !== '' && !STOP_WORDS.has(word)).map(porterStem)
