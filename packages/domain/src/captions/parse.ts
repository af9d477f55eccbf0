import type { Segment } from '../transcript.ts'
import { withoutAdverts } from './adverts.ts'
import { extractEnglish } from './bilingual.ts'
import { repairClock } from './clock.ts'
import type { Cue, CueFile } from './cue.ts'
import { type CaptionFormat, detectFormat } from './format.ts'
import { languageInName } from './language-tag.ts'
import { readAss } from './read-ass.ts'
import { readCueBlocks } from './read-cue-blocks.ts'
import { readJson3 } from './read-json3.ts'
import { readLrc } from './read-lrc.ts'
import { readPlain } from './read-plain.ts'
import { readTimedText } from './read-timedtext.ts'
import { readTranscriptJson } from './read-transcript-json.ts'
import { collapseRolling } from './rolling-captions.ts'
import { toSegments } from './segments.ts'
import type { Sounds } from './sounds.ts'
import { decodeText, withLineFeeds } from './text-encoding.ts'

/**
 * 5 MiB. Measured on recorded files: a minute of speech is 15 KB in json3, 10 KB in WebVTT with word timestamps and 2 KB in
 * srv1. So twelve hours fit as srv1 but not as json3.
 */
export const MAX_CAPTION_BYTES = 5 * 1024 * 1024
/** Twice as many as in twelve hours of WebVTT. */
const MAX_LINES = 400_000
/** Twice as many as in twelve hours of live captions, which come a few letters at a time. */
const MAX_CUES = 100_000
/** Twelve hours at 700 words per minute. */
const MAX_WORDS = 500_000

/** `web_page`: a web page instead of captions, such as a consent or captcha page. `no_speech`: sounds but no words. */
export type CaptionsError = 'empty' | 'too_big' | 'unreadable' | 'web_page' | 'no_speech'

export interface ParsedCaptions {
  kind: 'captions'
  format: CaptionFormat
  /** BCP 47 tag, if the file or its name has one. */
  language?: string
  /** At least one, ordered and without overlaps, in whole milliseconds. Contains each spoken word once, without markup. */
  segments: Segment[]
  /** `estimated`: the text had no timestamps, so times are estimated at 150 words per minute. */
  timing: 'stamped' | 'estimated'
  /** Non-speech sounds and how often they occur. They are not in the segments. */
  sounds: Sounds
  /** What was repaired: rolling lines, a clock that jumped. */
  repairs: ('rolling' | 'clock')[]
}

export type CaptionsOutcome = ParsedCaptions | { kind: 'refused'; reason: CaptionsError }

export interface CaptionsHint {
  fileName?: string
  /** The captions were delivered with the video, so if they start late, the speech does too. */
  isVideoClock?: boolean
}

/**
 * Parses a caption file of any format: YouTube's json3, srv1, srv2 and srv3, TTML, WebVTT, SRT, SubViewer, plain text and others.
 * The format is detected from the content; the file name is used only for the language. Runs in linear time and never throws on
 * bad input.
 */
export const parseCaptions = (input: Uint8Array | string, hint: CaptionsHint = {}): CaptionsOutcome => {
  if (input.length > MAX_CAPTION_BYTES) return refused('too_big')
  const text = typeof input === 'string' ? withLineFeeds(input) : decodeText(input)
  if (text === null) return refused('unreadable')
  if (text.trim() === '') return refused('empty')
  if (hasMoreLinesThan(text, MAX_LINES)) return refused('too_big')
  const format = detectFormat(text)
  if (format === 'web_page' || format === 'other_data') return refused(format === 'web_page' ? format : 'unreadable')
  const file = readers[format](text)
  if (file === null) return refused('unreadable')
  if (file.cues.length === 0) return refused('empty')
  if (file.cues.length > MAX_CUES) return refused('too_big')
  const { cues, isBilingual } = extractEnglish(withoutAdverts(file.cues))
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

const refused = (reason: CaptionsError): CaptionsOutcome => ({ kind: 'refused', reason })

const repair = (
  file: CueFile,
  { isVideoClock }: CaptionsHint,
): { utterances: readonly Cue[]; repairs: ParsedCaptions['repairs'] } => {
  const { cues, isRepaired } = repairClock(file, isVideoClock)
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

/** Counts characters that follow whitespace, which is fast for millions of words. */
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

const readers: Record<CaptionFormat, (text: string) => (CueFile & { isEstimated?: boolean }) | null> = {
  json3: text => readJson3(text) ?? readTranscriptJson(text),
  json: readTranscriptJson,
  timedtext: readTimedText,
  vtt: text => readCueBlocks(text, 'vtt'),
  srt: text => readCueBlocks(text, 'srt'),
  ass: readAss,
  lrc: readLrc,
  plain: readPlain,
}
