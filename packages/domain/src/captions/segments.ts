import type { Segment } from '../transcript.ts'
import type { Cue } from './cue.ts'
import { withoutLoops } from './loops.ts'
import { type Sounds, takeSounds } from './sounds.ts'
import { findNames, type Speech, splitTurns } from './turns.ts'
import { ESTIMATED_MS_PER_WORD, type Word, wordsOf } from './words.ts'

/** A caption that stays on the screen does not mean that speech goes on: at most this, and as much more for each word. */
const LONGEST_MS = 10_000
const LONGEST_PER_WORD_MS = 1_000

/**
 * Makes the segments of a transcript from what was said: sounds taken out and counted, loops of recognisers undone, changes of voice told by `turn`
 * and `speaker`, words with their instants, ends no later than the next beginning. A segment's `words`, where it has
 * them, joined by spaces are its `text`.
 */
export const toSegments = (utterances: readonly Cue[]): { segments: Segment[]; sounds: Sounds } => {
  const sounds: Sounds = {}
  const isTimed = utterances.some(utterance => utterance.marks.length > 0)
  const spoken = withoutLoops(utterances.map(cue => ({ cue, words: takeSounds(wordsOf(cue), isTimed, sounds) })))
  const names = findNames(spoken.map(({ words }) => words))
  const voices = voiceTeller()
  const segments = spoken.flatMap(({ cue, words }) => {
    const parts = splitTurns(words, names).flatMap(part => voices.tell(part, cue.voice))
    return parts.map((part, at) => toSegment(part, at === 0 ? cue.startMs : undefined, parts[at + 1], cue, isTimed))
  })
  return { segments: inOrder(segments), sounds }
}

/** Keeps in mind who speaks, and a turn whose words are still to come. */
const voiceTeller = () => {
  let speaker: string | undefined
  let pending: Speech | undefined
  return {
    tell: (part: Speech, cueVoice: string | undefined): Speech[] => {
      const isTurn = part.isTurn || pending !== undefined
      const named = part.speaker ?? pending?.speaker ?? cueVoice
      pending = part.words.length === 0 ? { ...part, speaker: named } : undefined
      if (pending !== undefined) return []
      const voice = named ?? (isTurn ? undefined : speaker)
      const isChange = voice !== speaker || (isTurn && voice === undefined)
      speaker = voice
      return [{ words: part.words, isTurn: isChange, speaker: voice }]
    },
  }
}

const toSegment = (part: Speech, atMs: number | undefined, next: Speech | undefined, cue: Cue, isTimed: boolean) => {
  const startMs = atMs ?? part.words[0]?.startMs ?? cue.startMs
  const segment: Segment = {
    startMs,
    endMs: Math.max(startMs, next?.words[0]?.startMs ?? endOf(cue, startMs, part)),
    text: part.words.map(word => word.text).join(' '),
  }
  if (part.speaker !== undefined) segment.speaker = part.speaker
  if (part.isTurn) segment.turn = true
  const isOneWord = isTimed && part.words.length === 1
  if (isOneWord || part.words.some(word => word.isTimed)) segment.words = part.words.map(toTimedWord)
  return segment
}

/** A cue without a length, as some files have them, lasts as long as its words take. */
const endOf = (cue: Cue, startMs: number, part: Speech): number =>
  cue.endMs > cue.startMs ? cue.endMs : startMs + part.words.length * ESTIMATED_MS_PER_WORD

const toTimedWord = ({ text, startMs }: Word) => ({ text, startMs })

/** In order of their beginnings, each ended by the next later one and by what its words can take. */
const inOrder = (segments: readonly Segment[]): Segment[] => {
  const sorted = segments.toSorted((a, b) => a.startMs - b.startMs)
  let nextMs = Number.POSITIVE_INFINITY
  for (let at = sorted.length - 1; at >= 0; at--) {
    const segment = sorted[at] as Segment
    const laterMs = sorted[at + 1]?.startMs ?? nextMs
    if (laterMs > segment.startMs) nextMs = laterMs
    sorted[at] = endBy(segment, nextMs)
  }
  return sorted
}

const endBy = (segment: Segment, nextMs: number): Segment => {
  const wordCount = segment.text.split(' ').length
  const endMs = Math.min(segment.endMs, nextMs, segment.startMs + LONGEST_MS + LONGEST_PER_WORD_MS * wordCount)
  const words = segment.words?.map(word => ({ text: word.text, startMs: Math.min(word.startMs, endMs) }))
  return words === undefined ? { ...segment, endMs } : { ...segment, endMs, words }
}
