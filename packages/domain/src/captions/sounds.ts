import type { Word } from './words.ts'

/** Non-speech sounds in the captions and how often they occur: `{ music: 7, laughter: 2 }`. */
export type Sounds = Record<string, number>

/** Stage directions are short; longer text in brackets is speech. */
const MAX_DIRECTION_WORDS = 5

/**
 * Removes sound descriptions from an utterance (`[Music]`, `(upbeat music)`, `*laughs*`, `♪`, `[ __ ]`) and counts them. Lyrics
 * are kept. The words in other brackets are kept: square brackets are an editor's additions, round ones are the speaker's
 * asides. Speech recognition (`isRecognised`) uses square brackets only for sounds. A short bracket with no other words in the
 * utterance is a stage direction.
 */
export const removeSounds = (words: readonly Word[], isRecognised: boolean, sounds: Sounds): Word[] => {
  const text = words.map(word => word.text).join(' ')
  if (!/[[(*［（【♪♫♬♩]/.test(text)) return [...words]
  const count = (label: string) => {
    sounds[label] = (sounds[label] ?? 0) + 1
  }
  const isWholeUtterance = !hasWords(text.replace(brackets, ''))
  const masked = text.replace(brackets, (bracket, at: number) => {
    const inside = bracket.slice(1, -1)
    const isSquare = /^[[［【]/.test(bracket)
    const label = hasWords(inside) ? inside.trim().toLowerCase() : labelWithoutWords(inside)
    const isDirection = isDirectionAt(text, at, bracket)
    if (isSound(label, isSquare && isRecognised, (isWholeUtterance && bracket[0] !== '*') || isDirection)) {
      count(label)
      return REMOVED.repeat(bracket.length)
    }
    // `[Smith] Hello.` names the speaker, like `Smith: Hello.`
    const end = name.test(inside) && text.startsWith(bracket) ? ':' : REMOVED
    return isSquare ? REMOVED + inside + end : bracket
  })
  if (notes.test(masked) && !hasWords(masked)) count('music')
  return applyMask(words, masked.replace(allNotes, REMOVED))
}

/** Recognizes directions such as "Ada (on the phone): Yes", "(softly) Come here." and, in capitals, "(DOOR SLAMS) Who is it?" */
const isDirectionAt = (text: string, at: number, bracket: string): boolean => {
  const inside = bracket.slice(1, -1).trim()
  const before = text.slice(Math.max(0, at - 60), at)
  const after = text.slice(at + bracket.length, at + bracket.length + 60)
  if (after.startsWith(':')) return /(?:^|[-–>]\s?)\p{Lu}[\p{L}\p{M}\p{N}.'’& -]* $/u.test(before)
  const isShouted = /^\P{Ll}{2,}$/u.test(inside) && /\p{Lu}{2,}\W+\p{Lu}{2,}/u.test(inside)
  if (isShouted && /\p{Ll}/u.test(before + after)) return true
  const opens = /(?:^|[>:–-]\s?)$/.test(before) && /^ ["“'‘¿¡]?\p{Lu}/u.test(after)
  return opens && /^\p{Ll}/u.test(inside) && inside.split(' ').length <= 3 && !speechWords.test(inside)
}

const speechWords = /^(?:and|but|or|so|i|he|she|we|you|they|it|the|a|an|if|not|that|this|which|who|no|yes)\b/

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
/** The label of brackets without words: `[♪♪]` is music, and `[ __ ]` is YouTube's mark for a bleeped word. */
const labelWithoutWords = (inside: string): string => (notes.test(inside) ? 'music' : 'bleep')
const notes = /[♪♫♬♩]/
const allNotes = /[♪♫♬♩]/g
const REMOVED = '\u0000'
const name = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,2}$/u
const brackets =
  /\[[^[\]]{0,80}\]|［[^［］]{0,80}］|【[^【】]{0,80}】|\([^()]{0,80}\)|（[^（）]{0,80}）|\*[^*]{1,40}\*/g

const applyMask = (words: readonly Word[], masked: string): Word[] => {
  let at = 0
  const kept: Word[] = []
  for (const word of words) {
    const rest = masked.slice(at, at + word.text.length)
    at += word.text.length + 1
    const text = rest.replaceAll(REMOVED, '')
    const last = kept.at(-1)
    // "Ada (laughing): Yes."
    if (rest !== word.text && text === ':' && last !== undefined)
      kept[kept.length - 1] = { ...last, text: `${last.text}:` }
    else if (rest === word.text) kept.push(word)
    else if (/[\p{L}\p{N}>]/u.test(text)) kept.push({ ...word, text })
  }
  return kept
}

const isSound = (label: string, isRecognised: boolean, isStandalone: boolean): boolean => {
  if (label === 'bleep' || isRecognised) return true
  return label.split(/\s+/).length <= MAX_DIRECTION_WORDS && (isStandalone || soundWords.test(label))
}

const soundStems = `music musik musique música musica muziek музык 音楽 음악 appla aplaus clap laugh gelächter lach rire risa
  chuckl giggl cheer sigh cough sneez sniff snort gasp groan grunt inhal exhal breath throat silence pause inaudible
  indistinct unintelligible crosstalk overlapping chatter noise beep bleep ringing buzz click knock thud whistl humming
  singing crying sob scream yelling whoosh ding static foreign speaking speaks blank_audio
  whisper shout footstep gunshot gunfire engine bark siren alarm thunder explo creak slam crash rumbl rustl clatter screech
  wheez yawn stammer stutter narrat`

const soundWords = new RegExp(`(?:^|[\\s_,/-])(?:${soundStems.split(/\s+/).join('|')})`, 'i')
