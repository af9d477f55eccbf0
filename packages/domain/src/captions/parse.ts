import type { Segment } from '../transcript.ts'
import { withoutAdverts } from './adverts.ts'
import { inEnglish } from './bilingual.ts'
import { settleClock } from './clock.ts'
import type { Cue, CueFile } from './cue.ts'
import { type CaptionFormat, sniffFormat } from './format.ts'
import { languageInName } from './language-tag.ts'
import { readAss } from './read-ass.ts'
import { readCueBlocks } from './read-cue-blocks.ts'
import { readJson3 } from './read-json3.ts'
import { readLrc } from './read-lrc.ts'
import { readPlain } from './read-plain.ts'
import { readTimedText } from './read-timedtext.ts'
import { readTranscriptJson } from './read-transcript-json.ts'
import { collapseRolling } from './rolling.ts'
import { toSegments } from './segments.ts'
import type { Sounds } from './sounds.ts'
import { decodeText, withLineFeeds } from './text-encoding.ts'

/**
 * 5 MiB. Measured on recorded files: json3 takes 15 KB a minute of speech, WebVTT with word stamps 10 KB, srv1 2 KB; so
 * twelve hours fit as srv1 and not as json3.
 */
export const MAX_CAPTION_BYTES = 5 * 1024 * 1024
/** Twice what twelve hours of WebVTT have. */
const MAX_LINES = 400_000
/** Twice what twelve hours of live captions hold, which come a few letters at a time. */
const MAX_CUES = 100_000
/** Twelve hours at 700 words a minute. */
const MAX_WORDS = 500_000

/** `web_page`: a page instead of captions, as consent and captcha pages come. `no_speech`: sounds, but not a word. */
export type CaptionsRefusal = 'empty' | 'too_big' | 'unreadable' | 'web_page' | 'no_speech'

export interface ParsedCaptions {
  kind: 'captions'
  format: CaptionFormat
  /** BCP 47 tag, where the file or its name says. */
  language?: string
  /** In order, never overlapping, at least one, in whole milliseconds; each spoken word once, without markup. */
  segments: Segment[]
  /** `estimated`: the text had no stamps, so instants are reckoned from 150 words a minute. */
  timing: 'stamped' | 'estimated'
  /** What was heard but not said, and how often; it is not in the segments. */
  sounds: Sounds
  /** What had to be put right: lines that rolled, a clock that jumped. */
  repairs: ('rolling' | 'clock')[]
}

export type CaptionsOutcome = ParsedCaptions | { kind: 'refused'; reason: CaptionsRefusal }

export interface CaptionsHint {
  fileName?: string
  /** The captions came with their video: where they begin late, so does its speech. */
  isVideoClock?: boolean
}

/**
 * Reads a caption file of any form: YouTube's json3, srv1, srv2 and srv3, TTML, WebVTT, SRT, SubViewer, plain text. The
 * content decides the form; the name is asked for the language only. Takes linear time and never throws on bad input.
 */
export const parseCaptions = (input: Uint8Array | string, hint: CaptionsHint = {}): CaptionsOutcome => {
  if (input.length > MAX_CAPTION_BYTES) return refused('too_big')
  const text = typeof input === 'string' ? withLineFeeds(input) : decodeText(input)
  if (text === null) return refused('unreadable')
  if (text.trim() === '') return refused('empty')
  if (hasMoreLinesThan(text, MAX_LINES)) return refused('too_big')
  const format = sniffFormat(text)
  if (format === 'web_page' || format === 'other_data') return refused(format === 'web_page' ? format : 'unreadable')
  const file = read[format](text)
  if (file === null) return refused('unreadable')
  if (file.cues.length === 0) return refused('empty')
  if (file.cues.length > MAX_CUES) return refused('too_big')
  const { cues, isBilingual } = inEnglish(withoutAdverts(file.cues))
  const { utterances, repairs } = file.isEstimated ? { utterances: cues, repairs: [] } : repair({ ...file, cues }, hint)
  if (countWords(utterances) > MAX_WORDS) return refused('too_big')
  const { segments, sounds } = toSegments(utterances)
  if (segments.length === 0) return refused('no_speech')
  const language = isBilingual ? 'en' : (file.language ?? languageInName(hint.fileName ?? ''))
  return {
    kind: 'captions',
    format,
    language,
    segments,
    timing: file.isEstimated ? 'estimated' : 'stamped',
    sounds,
    repairs,
  }
}

const refused = (reason: CaptionsRefusal): CaptionsOutcome => ({ kind: 'refused', reason })

const repair = (
  file: CueFile,
  { isVideoClock }: CaptionsHint,
): { utterances: readonly Cue[]; repairs: ParsedCaptions['repairs'] } => {
  const { cues, isRepaired } = settleClock(file, isVideoClock)
  const { utterances, isRolling } = collapseRolling(cues)
  const repairs: ParsedCaptions['repairs'] = []
  if (isRolling) repairs.push('rolling')
  if (isRepaired) repairs.push('clock')
  return { utterances, repairs }
}

const hasMoreLinesThan = (text: string, limit: number): boolean => {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && lines <= limit; at = text.indexOf('\n', at + 1)) lines++
  return lines > limit
}

/** Counted as letters after spaces, for millions of them at once. */
const countWords = (cues: readonly Cue[]): number => {
  let words = 0
  for (const { text } of cues) {
    let isSpace = true
    for (let at = 0; at < text.length; at++) {
      const wasSpace = isSpace
      isSpace = text.charCodeAt(at) <= 32
      if (wasSpace && !isSpace) words++
    }
  }
  return words
}

const read: Record<CaptionFormat, (text: string) => (CueFile & { isEstimated?: boolean }) | null> = {
  json3: text => readJson3(text) ?? readTranscriptJson(text),
  json: readTranscriptJson,
  timedtext: readTimedText,
  vtt: text => readCueBlocks(text, 'vtt'),
  srt: text => readCueBlocks(text, 'srt'),
  ass: readAss,
  lrc: readLrc,
  plain: readPlain,
}
