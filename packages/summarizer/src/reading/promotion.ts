import { bareWord } from '../choosing/terms.ts'
import type { PromotionReason, Span } from '../types.ts'
import type { Utterance } from './utterances.ts'

export interface Promotion {
  spans: (Span & { reason: PromotionReason })[]
  /** Indexes of the utterances in the spans. */
  utterances: ReadonlySet<number>
}

type Cue = readonly [reason: PromotionReason, pattern: RegExp]

/** Patterns that identify a sentence as promotion. They match lower-case text without punctuation. */
const CUES: readonly Cue[] = [
  ['sponsor', /\b(sponsored|brought to you|made possible) (in part )?by\b/],
  [
    'sponsor',
    /\b(thank|thanks|shout ?out)( you)?( so much| very much| again)? to [\w' ]{2,40} for (sponsoring|supporting (this|the|my|our|today)|partnering|making this (video|episode))/,
  ],
  ['sponsor', /\b(word|message|break) (from|for) (our|today's|the|this|my) ([\w']+ )?sponsors?\b/],
  ['sponsor', /\b(today's|this (video|episode|week)'s|our|my) sponsors?\b( is| today| for| of|$)/],
  ['sponsor', /\bsponsor(ed|ing|s)? (of )?(this|today's) (video|episode|podcast|show|channel|stream)\b/],
  [
    'sponsor',
    /\b(use|using|enter|with) (my |our |the |promo |coupon |discount |offer )*code [\w ]{1,24}?(at|for|to|and|when|get|you)\b/,
  ],
  ['sponsor', /\b(promo|coupon|discount|offer) code\b/],
  [
    'sponsor',
    /\b(\d+|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half)( ?%| percent)? off (your|the|any|all|when|at|with|a|an|for|if)\b.*\b(first|order|box|plan|purchase|subscription|today|code|link|sale|site|checkout|everything)\b|\bcode [a-z]+\d+\b/,
  ],
  [
    'sponsor',
    /\b(free (\w+ ){0,2}trial|first (month|week) (is )?free|\d+ day (free|trial)|money back guarantee)\b.*\b(link|code|sign up|description|visit|go to|head|click|try)\b/,
  ],
  [
    'sponsor',
    /\b(go to|head (on )?over to|visit|check out) [\w]+( dot |\.)(com|org|io|co|net|tv|app|me)\b.*\b(slash|free|off|sign|offer|deal|link|code|discount|trial|today)\b/,
  ],
  [
    'subscribe',
    /\b(please|don't forget to|make sure (to|you|you're)|remember to|consider|be sure to|go ahead and|feel free to|like and|and|or|hit|smash|to|you should) (like and )?subscrib(e|ed|ing)( (to|for|if|button|now|below|and|so|down)\b|$)/,
  ],
  [
    'subscribe',
    /\b(hit|smash|click|press|tap|ring|turn on|leave|give|drop)( on)? (that|the|a|this|us a|me a|it a) (big |red |little )?(like|thumbs up|bell|notification|subscribe)\b/,
  ],
  [
    'subscribe',
    /\bsubscribe (to|for) (the|this|my|our|more|future) ?(channel|youtube|videos|content|updates|podcast|newsletter)?\b|\bsubscribe if you\b|\bgive (this|the|my|our) (video|episode) (a )?(big )?(like|thumbs up)\b/,
  ],
  ['subscribe', /\bclick (on )?(this|that|the next) video\b|\bstay (till|until|to) the (very )?end\b/],
  [
    'subscribe',
    /\b(like|share) (this|the) video\b.*\b(subscribe|channel|comment)|\b(leave|drop|write|put)( me| us)? (a|your) (comment|comments|question|questions|thoughts)( down)?( in the comments?)? (below|section|down)/,
  ],
  ['subscribe', /\b(let me know|tell me|comment) (what you think )?(down )?(in the comments?|below)\b/],
  [
    'own-offer',
    /\b(my|our) (patreon|discord|newsletter|merch|merchandise|online store|instagram|twitter|facebook page|tiktok|second channel|email list|mailing list|free (guide|ebook|training|course|workshop|webinar)|(online )?course|masterclass|coaching program|membership)\b.*\b(link|description|below|join|sign up|check|follow|support|get|download|available|enroll|out)\b/,
  ],
  [
    'own-offer',
    /\b(join|support|follow|find|sign up|check out)\b.*\b(on|my|our|me|us) (patreon|discord|newsletter|merch|instagram|twitter|facebook|tiktok|ko fi|buy me a coffee)\b/,
  ],
  [
    'own-offer',
    /\b(monthly|channel|youtube|patreon) (supporters|members|patrons)\b|\bbecome a (member|patron|supporter)\b|\b(thank you|thanks|shout ?out) to (all )?(of )?(my|our) (\w+ ){0,3}(members|patrons|supporters|backers)\b/,
  ],
  [
    'own-offer',
    /\b(we|i) (do |now |also |finally |just )*(have|have got|got|sell|made|launched) (\w+ ){0,2}(merch|merchandise|hoodies)\b|\b(our|my) (supporters|members)'? page\b|\byour name in the credits\b|\bevery (video|episode) (\w+ ){1,3}early\b/,
  ],
  [
    'own-offer',
    /\blinks? (is |are |will be |to [\w ]{2,40} )?(down )?(in|below in) the (video )?(description|show notes|bio)\b|\blinks? (down )?below\b|\b(first|second|top) link in\b/,
  ],
  [
    'intro',
    /\bwelcome (back )?to [\w' ]{2,40} the (channel|show|podcast)\b|\bwelcome (back )?(everyone |everybody |guys |friends )?to (another|a new|the|my|our|this) (\w+ ){0,4}(channel|show|podcast|video|episode|series|vlog)\b/,
  ],
  [
    'intro',
    /\bwelcome back( everyone| everybody| guys| friends| my friends)?$|\b(what's|what is) up (guys|everyone|everybody|youtube|you guys)\b|\b(hey|hi|hello) (guys|everyone|everybody|there|friends|youtube)( and)?( welcome| what's up|$)/,
  ],
  [
    'outro',
    /\b(thanks|thank you)( all| guys| everyone| everybody| so much| very much| again)* for (watching|listening|tuning in|viewing|joining|being here|your time|sticking around|coming)\b/,
  ],
  [
    'outro',
    /\b(see|catch|talk to) (you|ya|y'all)( guys| all)?( again)? (in the next|next (time|week|video|one|episode)|in another|in my next|later|soon|tomorrow|around)\b/,
  ],
  [
    'outro',
    /\b(until|till) next time\b|\bthat's (it|all) for (today|this (video|episode|one)|now)\b|\bhave a (great|good|nice|wonderful|lovely) (day|one|week|weekend|evening|night)\b|\b(peace out|bye bye|goodbye everyone|take care everyone)\b/,
  ],
]

/** Words that are typical inside a sponsor's message, but not sufficient to detect one. */
const ADVERTISING_WORDS =
  /\b(link|description|code|discount|deal|offer|off|free|trial|sign(ed)? up|download|website|dot com|\.com|slash|click|plan|plans|price|pricing|shipping|guarantee|subscription|promo|checkout|app|product|service|customers?|try|get started|highly recommend|i've been using|i use|check (it|them|out))\b/
const BACK_TO_SUBJECT =
  /\b((now |anyways? |okay |all right |alright )?(let's )?(get |getting |go |going |jump |dive )?(right )?back (to|into) (the|our|today's|it)|with that (said|out of the way|being said)|now on (to|with) the|on with the (video|show))\b/

const MAX_MS = 150_000
const MAX_GAP_MS = 30_000

/**
 * Finds sponsor messages, requests to subscribe, the speaker's own offers, greetings and goodbyes. A sponsor message begins with the first
 * clear cue and includes everything that advertises or names the sponsor, until the talk returns to its subject.
 */
export function findPromotion(utterances: readonly Utterance[]): Promotion {
  const texts = utterances.map(plainText)
  const reasons = texts.map((text, i) => findReason(text, i, utterances.length))
  for (let i = 0; i < utterances.length; i++) {
    if (reasons[i] !== 'sponsor') continue
    const end = endOfMessage(utterances, texts, reasons, i)
    for (let k = i; k <= end; k++) reasons[k] ??= 'sponsor'
    i = end
  }
  extendRequests(utterances, texts, reasons)
  const spans: Promotion['spans'] = []
  const inside = new Set<number>()
  utterances.forEach(({ words }, i) => {
    const reason = reasons[i]
    if (!reason) return
    inside.add(i)
    const startMs = words[0]!.startMs
    const endMs = Math.max(startMs, words.at(-1)!.endMs)
    const last = spans.at(-1)
    if (last && last.reason === reason && reasons[i - 1] === reason) last.endMs = Math.max(last.endMs, endMs)
    else spans.push({ startMs, endMs, reason })
  })
  return { spans, utterances: inside }
}

/** Words that are typical of requests to subscribe, but not sufficient to detect one. */
const REQUEST_WORDS =
  /\b(so close to|subscribers|you guys|it's free|costs nothing|one second|i'll wait|go on|algorithm|notifications?|i read (all|every)|helps? (us|me|the channel|a lot))\b/
const MAX_REQUEST_MS = 20_000

/** Extends requests to subscribe over following typical words, and own offers up to their next cue. */
function extendRequests(
  utterances: readonly Utterance[],
  texts: readonly string[],
  reasons: (PromotionReason | undefined)[],
): void {
  for (let i = 0; i < utterances.length; i++) {
    const reason = reasons[i]
    if (reason !== 'subscribe' && reason !== 'own-offer') continue
    const fromMs = utterances[i]!.words.at(-1)!.endMs
    for (let k = i + 1; k < utterances.length && utterances[k]!.words[0]!.startMs - fromMs <= MAX_REQUEST_MS; k++) {
      if (BACK_TO_SUBJECT.test(texts[k]!)) break
      const isSameOffer = reason === 'own-offer' && reasons[k] === 'own-offer'
      if (!isSameOffer && !(reason === 'subscribe' && REQUEST_WORDS.test(texts[k]!))) continue
      for (let between = i + 1; between <= k; between++) reasons[between] ??= reason
      break
    }
  }
}

const plainText = (utterance: Utterance) =>
  utterance.words
    .map(word => bareWord(word.text))
    .filter(word => word !== '')
    .join(' ')
    .replaceAll('per cent', 'percent')

/** Greetings only count at the beginning and goodbyes at the end. In between, the same words may belong to the subject. */
function findReason(text: string, i: number, count: number): PromotionReason | undefined {
  // One cue in a very long sentence does not make all of it promotion.
  if (text.split(' ').length > 45) return undefined
  return CUES.find(([reason, pattern]) => {
    if (reason === 'intro' && i > Math.max(6, 0.05 * count)) return false
    if (reason === 'outro' && i < Math.min(count - 8, 0.8 * count)) return false
    return pattern.test(text)
  })?.[0]
}

function endOfMessage(
  utterances: readonly Utterance[],
  texts: readonly string[],
  reasons: readonly (PromotionReason | undefined)[],
  from: number,
): number {
  const brand = sponsorName(texts[from]!)
  const startMs = utterances[from]!.words[0]!.startMs
  let end = from
  for (let k = from + 1; k < utterances.length; k++) {
    const atMs = utterances[k]!.words[0]!.startMs
    const quietMs = atMs - utterances[end]!.words.at(-1)!.endMs
    if (atMs - startMs > MAX_MS || quietMs > MAX_GAP_MS || BACK_TO_SUBJECT.test(texts[k]!)) break
    const named = brand.some(name => texts[k]!.includes(name))
    if (named || reasons[k] === 'sponsor' || (ADVERTISING_WORDS.test(texts[k]!) && quietMs < MAX_GAP_MS / 2)) end = k
  }
  return end
}

/** The sponsor's name, from the words after "sponsored by" or "thanks to"; empty if not named. */
function sponsorName(text: string): string[] {
  const named =
    /\b(?:sponsored by|brought to you by|possible by|thanks to|thank you to|sponsor(?: today)?(?: is)?|shout ?out to) ((?:[\w'.]+ ?){1,3})/.exec(
      text,
    )
  return named
    ? named[1]!
        .trim()
        .split(' ')
        .filter(
          word => word.length > 3 && !/^(this|that|for|the|sponsoring|today|video|our|your|with|from)$/.test(word),
        )
        .slice(0, 2)
    : []
}
