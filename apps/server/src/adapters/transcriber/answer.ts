import { endsSentence } from '@recaps/domain/sentence-ends'
import type { Segment, TimedWord } from '@recaps/domain/transcript'
import { z } from 'zod'
import { languageTag } from './language.ts'
import { plain, withoutLoops } from './loops.ts'

/** What was heard in one piece; instants count from its beginning. */
export interface HeardPiece {
  language: string
  segments: Segment[]
}

/** An answer that is no transcript with times, in words for the operator. */
export class WrongForm extends Error {}

const seconds = z.number().nullish().catch(null)
const word = z.object({ word: z.string(), start: seconds, end: seconds })
const words = z.array(word).nullish().catch(null)
const segment = z
  .object({
    start: seconds,
    end: seconds,
    text: z.string(),
    words,
    no_speech_prob: seconds,
    avg_logprob: seconds,
  })
  .nullable()
  .catch(null)
const answer = z.object({
  text: z.string().nullish().catch(null),
  language: z.string().nullish().catch(null),
  detected_language: z.string().nullish().catch(null),
  segments: z.array(segment).nullish().catch(null),
  words,
})
type Told = NonNullable<z.infer<typeof segment>>
type Word = z.infer<typeof word>

/**
 * Reads what recognisers answer as `verbose_json`. Nothing of it is believed: lines are put in order, cut at the end of the
 * piece, and left out where they have no words or no instant. An answer of words without instants throws `WrongForm`: a
 * summary has to cite seconds.
 */
export function readAnswer(body: Uint8Array, lengthMs: number): HeardPiece {
  const told = answer.safeParse(parsed(body))
  if (!told.success) throw new WrongForm('no transcript')
  const { segments, words, text, language, detected_language } = told.data
  const lines = segments?.length ? segments.filter(line => line !== null) : linesOf(words ?? [])
  const placed = place(lines, words ?? [], lengthMs)
  const isSilent = !(text?.trim() || segments?.some(line => line === null || line.text.trim()))
  if (placed.length === 0 && !isSilent && !lines.some(isUnspoken)) throw new WrongForm('words without instants')
  return { language: languageTag(language ?? detected_language ?? undefined), segments: withoutLoops(placed) }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    throw new WrongForm('not JSON')
  }
}

/** Whisper's own rule for what it made up: nobody is thought to speak, and the words are improbable. */
const isUnspoken = ({ no_speech_prob, avg_logprob }: Told): boolean =>
  (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1

/** Recognisers round, and their last line may end a breath after the piece. */
const roundingMs = 500

function place(lines: readonly Told[], allWords: readonly Word[], lengthMs: number): Segment[] {
  const wholeWords = joinTokens(allWords)
  const placed = lines.flatMap(line => {
    const text = line.text.replace(/\s+/g, ' ').trim()
    const startMs = millis(line.start)
    if (text === '' || startMs === null || startMs > lengthMs || isUnspoken(line)) return []
    const endMs = Math.min(lengthMs, Math.max(startMs, millis(line.end) ?? startMs))
    const own = line.words?.length
      ? joinTokens(line.words)
      : wholeWords.filter(one => isWithin(one, startMs - roundingMs, endMs + roundingMs))
    const timed = timedWords(text.split(' '), own, startMs, endMs)
    return [timed ? { startMs, endMs, text, words: timed } : { startMs, endMs, text }]
  })
  return placed.sort((one, other) => one.startMs - other.startMs)
}

const millis = (told: number | null | undefined): number | null =>
  told == null || !Number.isFinite(told) ? null : Math.max(0, Math.round(told * 1000))

const isWithin = ({ start }: Word, fromMs: number, toMs: number): boolean => {
  const at = millis(start)
  return at !== null && at >= fromMs && at <= toMs
}

/** Some tell parts of words, and mark where a word begins by a space. */
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

/** How many words of a line must be found among the timed ones; else its words have no instants. */
const foundAtLeast = 0.7
const lookedAhead = 4

/** The instants of the written words, which have the signs that timed ones often lack. */
function timedWords(
  written: readonly string[],
  timed: readonly Word[],
  startMs: number,
  endMs: number,
): TimedWord[] | null {
  const instants: (number | null)[] = []
  let next = 0
  for (const text of written) {
    const ahead = timed.slice(next, next + lookedAhead).findIndex(one => plain(one.word) === plain(text))
    instants.push(ahead < 0 ? null : millis(timed[next + ahead]!.start))
    if (ahead >= 0) next += ahead + 1
  }
  if (instants.filter(at => at !== null).length < foundAtLeast * written.length) return null
  let last = startMs
  return written.map((text, at) => {
    last = Math.min(endMs, Math.max(last, instants[at] ?? last))
    return { text, startMs: last }
  })
}

const pauseMs = 700
const longestLine = 14

/** Lines made of words, where only those have instants: a pause or a full stop ends one. */
function linesOf(timed: readonly Word[]): Told[] {
  const lines: Told[] = []
  let line: Word[] = []
  const close = () => {
    const [first] = line
    if (first) lines.push(lineOf(line))
    line = []
  }
  for (const one of joinTokens(timed)) {
    const last = line.at(-1)
    const isPause = last && (millis(one.start) ?? 0) - (millis(last.end) ?? 0) > pauseMs
    const isEnd = last && endsSentence(last.word.trim(), one.word.trim(), line.at(-2)?.word.trim())
    if (isPause || isEnd || line.length >= longestLine) close()
    line.push(one)
  }
  close()
  return lines
}

const lineOf = (line: readonly Word[]): Told => ({
  start: line[0]?.start ?? null,
  end: line.at(-1)?.end ?? null,
  text: line.map(one => one.word.trim()).join(' '),
  words: [...line],
})
