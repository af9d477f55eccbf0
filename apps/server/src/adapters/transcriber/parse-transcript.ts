import { endsSentence } from '@recaps/domain/sentence-ends'
import type { Segment, TimedWord } from '@recaps/domain/transcript'
import { z } from 'zod'
import { languageTag } from './language.ts'
import { normalizeText, withoutLoops } from './loops.ts'

/** Transcript of one piece. Times count from the start of the piece. */
export interface PieceTranscript {
  language: string
  segments: Segment[]
}

/** The answer is not a transcript with times. The message is for the operator. */
export class InvalidTranscriptError extends Error {}

const seconds = z.number().nullish().catch(null)
const wordSchema = z.object({ word: z.string(), start: seconds, end: seconds })
const wordsSchema = z.array(wordSchema).nullish().catch(null)
const lineSchema = z
  .object({
    start: seconds,
    end: seconds,
    text: z.string(),
    words: wordsSchema,
    no_speech_prob: seconds,
    avg_logprob: seconds,
  })
  .nullable()
  .catch(null)
const answerSchema = z.object({
  text: z.string().nullish().catch(null),
  language: z.string().nullish().catch(null),
  detected_language: z.string().nullish().catch(null),
  segments: z.array(lineSchema).nullish().catch(null),
  words: wordsSchema,
})
type Line = NonNullable<z.infer<typeof lineSchema>>
type Word = z.infer<typeof wordSchema>

/**
 * Reads the `verbose_json` answer of a recogniser, which is not trusted: lines are sorted, clipped to the length of the piece, and dropped
 * if they have no text or no time. Text without times throws `InvalidTranscriptError`, because a summary has to cite seconds.
 */
export function parseTranscript(body: Uint8Array, lengthMs: number): PieceTranscript {
  const answer = answerSchema.safeParse(parseJson(body))
  if (!answer.success) throw new InvalidTranscriptError('not a transcript')
  const { segments, words, text, language, detected_language } = answer.data
  const lines = segments?.length ? segments.filter(line => line !== null) : groupIntoLines(words ?? [])
  const timedLines = toSegments(lines, words ?? [], lengthMs)
  const isSilent = !(text?.trim() || segments?.some(line => line === null || line.text.trim()))
  if (timedLines.length === 0 && !isSilent && !lines.some(isHallucinated))
    throw new InvalidTranscriptError('text without times')
  return { language: languageTag(language ?? detected_language ?? undefined), segments: withoutLoops(timedLines) }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    throw new InvalidTranscriptError('not JSON')
  }
}

/** Whisper's own rule for hallucinated text: probably no speech, and improbable words. */
const isHallucinated = ({ no_speech_prob, avg_logprob }: Line): boolean =>
  (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1

/** Tolerance for rounded times. */
const roundingMs = 500

function toSegments(lines: readonly Line[], allWords: readonly Word[], lengthMs: number): Segment[] {
  const completeWords = joinTokens(allWords)
  const timedLines = lines.flatMap(line => {
    const text = line.text.replace(/\s+/g, ' ').trim()
    const startMs = millis(line.start)
    if (text === '' || startMs === null || startMs > lengthMs || isHallucinated(line)) return []
    const endMs = Math.min(lengthMs, Math.max(startMs, millis(line.end) ?? startMs))
    const ownWords = line.words?.length
      ? joinTokens(line.words)
      : completeWords.filter(word => isWithin(word, startMs - roundingMs, endMs + roundingMs))
    const timed = timedWords(text.split(' '), ownWords, startMs, endMs)
    return [timed ? { startMs, endMs, text, words: timed } : { startMs, endMs, text }]
  })
  return timedLines.sort((one, other) => one.startMs - other.startMs)
}

const millis = (seconds: number | null | undefined): number | null =>
  seconds == null || !Number.isFinite(seconds) ? null : Math.max(0, Math.round(seconds * 1000))

const isWithin = ({ start }: Word, fromMs: number, toMs: number): boolean => {
  const startMs = millis(start)
  return startMs !== null && startMs >= fromMs && startMs <= toMs
}

/** Some recognisers return parts of words, where a leading space marks the start of a word. */
function joinTokens(tokens: readonly Word[]): Word[] {
  if (!tokens.some(token => token.word.startsWith(' '))) return tokens.filter(token => token.word.trim() !== '')
  const joined: Word[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if (last && !token.word.startsWith(' ')) Object.assign(last, { word: last.word + token.word, end: token.end })
    else if (token.word.trim() !== '') joined.push({ ...token })
  }
  return joined
}

/** Share of a line's words that has to be found among the timed words; otherwise the line gets no word times. */
const minFoundShare = 0.7
const lookahead = 4

/** Finds the times of the written words, which have the punctuation that timed words often lack. */
function timedWords(
  written: readonly string[],
  timed: readonly Word[],
  startMs: number,
  endMs: number,
): TimedWord[] | null {
  const foundMs: (number | null)[] = []
  let next = 0
  for (const text of written) {
    const ahead = timed
      .slice(next, next + lookahead)
      .findIndex(({ word }) => normalizeText(word) === normalizeText(text))
    foundMs.push(ahead < 0 ? null : millis(timed[next + ahead]!.start))
    if (ahead >= 0) next += ahead + 1
  }
  if (foundMs.filter(ms => ms !== null).length < minFoundShare * written.length) return null
  let lastMs = startMs
  return written.map((text, index) => {
    lastMs = Math.min(endMs, Math.max(lastMs, foundMs[index] ?? lastMs))
    return { text, startMs: lastMs }
  })
}

const pauseMs = 700
const maxLineWords = 14

/** Builds lines if only words have times. A pause, the end of a sentence or the maximum length ends a line. */
function groupIntoLines(timed: readonly Word[]): Line[] {
  const lines: Line[] = []
  let line: Word[] = []
  const close = () => {
    const [first] = line
    if (first) lines.push(toLine(line))
    line = []
  }
  for (const word of joinTokens(timed)) {
    const last = line.at(-1)
    const isPause = last && (millis(word.start) ?? 0) - (millis(last.end) ?? 0) > pauseMs
    const isEnd = last && endsSentence(last.word.trim(), word.word.trim(), line.at(-2)?.word.trim())
    if (isPause || isEnd || line.length >= maxLineWords) close()
    line.push(word)
  }
  close()
  return lines
}

const toLine = (line: readonly Word[]): Line => ({
  start: line[0]?.start ?? null,
  end: line.at(-1)?.end ?? null,
  text: line.map(({ word }) => word.trim()).join(' '),
  words: [...line],
})
