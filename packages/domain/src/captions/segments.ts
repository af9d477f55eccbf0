import type { Segment } from '../transcript.ts'
import type { Cue } from './cue.ts'
import { withoutLoops } from './loops.ts'
import { removeSounds, type Sounds } from './sounds.ts'
import { findNames, type Speech, splitTurns } from './turns.ts'
import { ESTIMATED_MS_PER_WORD, splitCueWords, type Word } from './words.ts'

/** Maximum length of a segment, plus the extra time per word. A caption may stay on screen long after the speech has ended. */
const MAX_MS = 10_000
const EXTRA_PER_WORD_MS = 1_000

/**
 * Converts utterances to the segments of a transcript. Removes and counts sounds, removes loops of speech recognition, marks
 * changes of speaker with `turn` and `speaker`, adds word times, and ends each segment no later than the next one starts. If a
 * segment has `words`, its `text` is these words joined by spaces.
 */
export const toSegments = (utterances: readonly Cue[]): { segments: Segment[]; sounds: Sounds } => {
  const sounds: Sounds = {}
  const isTimed = utterances.some(utterance => utterance.marks.length > 0)
  const spoken = withoutLoops(
    utterances.map(cue => ({ cue, words: removeSounds(splitCueWords(cue), isTimed, sounds) })),
  )
  const names = findNames(spoken.map(({ words }) => words))
  const speakers = createSpeakerTracker()
  const segments = spoken.flatMap(({ cue, words }) => {
    const parts = splitTurns(words, names).flatMap(part => speakers.assign(part, cue.voice))
    return parts.map((part, at) => toSegment(part, at === 0 ? cue.startMs : undefined, parts[at + 1], cue, isTimed))
  })
  return { segments: sortAndLimit(segments), sounds }
}

/** Tracks the current speaker, and a turn whose words come in a later part. */
const createSpeakerTracker = () => {
  let speaker: string | undefined
  let pending: Speech | undefined
  return {
    assign: (part: Speech, cueVoice: string | undefined): Speech[] => {
      const isTurn = part.isTurn || pending !== undefined
      const named = part.speaker ?? pending?.speaker ?? cueVoice
      pending = part.words.length === 0 ? { ...part, speaker: named } : undefined
      if (pending !== undefined) return []
      const nextSpeaker = named ?? (isTurn ? undefined : speaker)
      const isChange = nextSpeaker !== speaker || (isTurn && nextSpeaker === undefined)
      speaker = nextSpeaker
      return [{ words: part.words, isTurn: isChange, speaker: nextSpeaker }]
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

/** Some files have cues without a duration; it is then estimated from the words. */
const endOf = (cue: Cue, startMs: number, part: Speech): number =>
  cue.endMs > cue.startMs ? cue.endMs : startMs + part.words.length * ESTIMATED_MS_PER_WORD

const toTimedWord = ({ text, startMs }: Word) => ({ text, startMs })

/** Sorts segments by start. Each ends at the latest when the next one starts, and within the maximum for its words. */
const sortAndLimit = (segments: readonly Segment[]): Segment[] => {
  const sorted = segments.toSorted((a, b) => a.startMs - b.startMs)
  let nextMs = Number.POSITIVE_INFINITY
  for (let at = sorted.length - 1; at >= 0; at--) {
    const segment = sorted[at] as Segment
    const laterMs = sorted[at + 1]?.startMs ?? nextMs
    if (laterMs > segment.startMs) nextMs = laterMs
    sorted[at] = limitEnd(segment, nextMs)
  }
  return sorted
}

const limitEnd = (segment: Segment, nextMs: number): Segment => {
  const wordCount = segment.text.split(' ').length
  const endMs = Math.min(segment.endMs, nextMs, segment.startMs + MAX_MS + EXTRA_PER_WORD_MS * wordCount)
  const words = segment.words?.map(word => ({ text: word.text, startMs: Math.min(word.startMs, endMs) }))
  return words === undefined ? { ...segment, endMs } : { ...segment, endMs, words }
}
