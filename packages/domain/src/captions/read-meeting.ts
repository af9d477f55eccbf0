import type { Cue } from './cue.ts'
import { type Header, type HeaderKind, isName, isUnambiguous, readHeader, readWhen } from './meeting-headers.ts'
import { type Block, countWords, toTimedCues } from './spoken-block.ts'
import { ESTIMATED_MS_PER_WORD } from './words.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Faster speech is impossible, so the two fields of such timestamps are hours and minutes. */
const MIN_MS_PER_WORD = 150
/** Meetings start near zero. If the first timestamp is later than this, timestamps are the time of day. */
const MAX_START_MS = HOUR_MS
/** Chats last for days. Beyond this, times are estimated from the text instead. */
const MAX_LENGTH_MS = 12 * HOUR_MS
/** Lines above the first name: a title, a date, the participants. */
const MAX_LINES_BEFORE = 8
/** Number of lines used to detect the format. */
const SAMPLE_LINES = 400

/**
 * Reads the copied text of a meeting or chat (Zoom, Teams, Meet, Otter, Slack, Discord, WhatsApp and similar), in which lines
 * name the speaker and the time. Times of day are converted to start at zero. Null if the text is something else.
 */
export const readMeeting = (lines: readonly string[]): { cues: Cue[]; isEstimated: boolean } | null => {
  // Checks the start of a long text first, so that other texts are rejected quickly.
  if (lines.length > SAMPLE_LINES * 2 && readMeeting(lines.slice(0, SAMPLE_LINES * 2)) === null) return null
  const spoken = withoutRepeatedTimes(lines.filter(line => !isNotice(line)))
  const blocks = readNamedBlocks(spoken) ?? readMeetBlocks(spoken)
  if (blocks === null) return null
  const times = toMeetingTimes(blocks)
  const isEstimated = (times.at(-1) ?? 0) > MAX_LENGTH_MS
  const startsMs = isEstimated ? readingTimes(blocks) : shareEqualTimes(blocks, times)
  return {
    cues: blocks.flatMap(({ voice, lines }, at) =>
      toTimedCues({ startMs: startsMs[at] ?? 0, lines, ...(voice === undefined ? {} : { voice }) }, startsMs[at + 1]),
    ),
    isEstimated,
  }
}

interface MeetingBlock extends Pick<Block, 'lines'> {
  voice: string | undefined
  when: Header['when']
}

const readNamedBlocks = (lines: readonly string[]): MeetingBlock[] | null => {
  const sample = lines.slice(0, SAMPLE_LINES)
  const kind = detectKind(
    sample,
    sample.map((_, at) => readHeader(sample, at)),
  )
  if (kind === null) return null
  const headers = lines.map((_, at) => readHeader(lines, at, kind))
  const blocks: MeetingBlock[] = []
  let before = 0
  for (let at = 0; at < lines.length; at++) {
    const header = headers[at]
    const last = blocks.at(-1)
    if (header?.kind === kind) {
      blocks.push({
        voice: header.voice,
        when: header.when,
        lines: header.text.trim() === '' ? [] : [header.text.trim()],
      })
      at += header.lines - 1
    } else if (last === undefined) before++
    else last.lines.push(lines[at] ?? '')
  }
  return before <= MAX_LINES_BEFORE ? blocks : null
}

/** Teams repeats every time: `0 minutes 3 seconds`, `0:03`, `Ada Example 0 minutes 3 seconds`. */
const withoutRepeatedTimes = (lines: readonly string[]): string[] => {
  let lastMs: number | undefined
  return lines.filter((line, at) => {
    const ms = readWhen(line)?.ms
    const isRepeated = lastMs !== undefined && (ms ?? readHeader(lines, at, 'named')?.when.ms) === lastMs
    if (!isRepeated) lastMs = ms
    return !isRepeated
  })
}

/** The most frequent kind of header, if there are enough of them and they contain names. */
const detectKind = (lines: readonly string[], headers: readonly (Header | null)[]): HeaderKind | null => {
  const byKind = new Map<HeaderKind, Header[]>()
  for (const header of headers) if (header) byKind.set(header.kind, [...(byKind.get(header.kind) ?? []), header])
  const [kind, matches = []] = [...byKind].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  if (kind === undefined) return null
  if (isUnambiguous(kind)) return kind
  const stamped = lines.filter((line, at) => readWhen(line) !== undefined || (headers[at] ?? null) !== null).length
  const names = new Set(matches.map(({ voice }) => voice)).size
  const namesRecur = names < matches.length
  if (kind === 'led') return matches.length > 1 && matches.length >= stamped * (namesRecur ? 0.8 : 1) ? kind : null
  if (kind === 'named' || kind === 'bracketed') return matches.length > 1 || lines.length <= 3 ? kind : null
  // In a list of chapters, a capitalized line is also above each timestamp, but there are no other lines.
  const otherLines = lines.length - matches.length * 2
  const isMost = matches.length > 1 && matches.length * 2 >= stamped * 0.8
  return isMost && otherLines >= matches.length * 0.6 && (namesRecur || kind === 'above') ? kind : null
}

/** Google Meet writes a timestamp every few minutes and a name before every statement. */
const readMeetBlocks = (lines: readonly string[]): MeetingBlock[] | null => {
  const firstStamp = lines.findIndex(line => readWhen(line) !== undefined)
  const statements = lines.slice(firstStamp + 1).filter(line => readWhen(line) === undefined)
  const names = statements.map(nameBefore).filter(name => name !== null)
  const isMeet = names.length >= 3 && names.length >= statements.length / 2 && new Set(names).size < names.length
  if (firstStamp < 0 || firstStamp > MAX_LINES_BEFORE || !isMeet) return null
  const blocks: MeetingBlock[] = []
  let when = readWhen(lines[firstStamp] ?? '')
  for (const line of lines.slice(firstStamp + 1)) {
    const stamp = readWhen(line)
    const voice = nameBefore(line)
    when = stamp ?? when
    if (stamp !== undefined || when === undefined) continue
    if (voice === null) blocks.push({ voice: blocks.at(-1)?.voice, when, lines: [line] })
    else blocks.push({ voice, when, lines: [line.slice(line.indexOf(':') + 1).trim()] })
  }
  return blocks
}

const nameBefore = (line: string): string | null => {
  const [, name = ''] = /^([^:]{1,60}):\s/.exec(line) ?? []
  return isName(name) ? name : null
}

/** Converts the times to milliseconds from the start of the meeting. */
const toMeetingTimes = (blocks: readonly MeetingBlock[]): number[] => {
  const isClock = blocks.some(({ when }) => when.isClock) || isTooFast(blocks)
  const msOf = ({ when }: MeetingBlock) => (isClock && when.hasTwoFields ? when.ms * 60 : when.ms)
  const firstMs = blocks[0] === undefined ? 0 : msOf(blocks[0])
  const baseMs = isClock || firstMs >= MAX_START_MS ? firstMs : 0
  let days = 0
  let lastMs = 0
  return blocks.map(block => {
    const ms = msOf(block) - baseMs
    // After midnight, or on another day.
    if (isClock && ms + days * DAY_MS < lastMs - HOUR_MS) days++
    lastMs = Math.max(lastMs, ms + days * DAY_MS)
    return lastMs
  })
}

/** `14:33` and `14:34` are hours and minutes if more is said between them than fits into a second. */
const isTooFast = (blocks: readonly MeetingBlock[]): boolean => {
  if (blocks.length < 2 || !blocks.every(({ when }) => when.hasTwoFields)) return false
  const words = blocks.slice(0, -1).reduce((sum, { lines }) => sum + countWords(lines), 0)
  const lastsMs = (blocks.at(-1)?.when.ms ?? 0) - (blocks[0]?.when.ms ?? 0)
  return (blocks[0]?.when.ms ?? 0) >= 60_000 && lastsMs < words * MIN_MS_PER_WORD
}

/** Distributes the time among statements that have the same timestamp. */
const shareEqualTimes = (blocks: readonly MeetingBlock[], times: readonly number[]): number[] => {
  const shared = [...times]
  for (let from = 0; from < times.length; ) {
    let to = from
    while (to < times.length && times[to] === times[from]) to++
    const words = blocks.slice(from, to).map(({ lines }) => countWords(lines))
    const total = words.reduce((sum, count) => sum + count, 0)
    const readMs = total * ESTIMATED_MS_PER_WORD
    const lastsMs = Math.min(readMs, (times[to] ?? Number.POSITIVE_INFINITY) - (times[from] ?? 0))
    let before = 0
    for (let at = from; at < to; at++) {
      shared[at] = (times[from] ?? 0) + Math.round((lastsMs * before) / Math.max(1, total))
      before += words[at - from] ?? 0
    }
    from = to
  }
  return shared
}

const readingTimes = (blocks: readonly MeetingBlock[]): number[] => {
  let words = 0
  return blocks.map(({ lines }) => {
    const startMs = words * ESTIMATED_MS_PER_WORD
    words += countWords(lines)
    return startMs
  })
}

/** System messages about the meeting. */
const isNotice = (line: string): boolean => line.length <= 300 && notices.some(notice => notice.test(line))

const notices = [
  /^.{1,60} (?:has )?(?:started|stopped|ended) (?:the )?(?:transcription|transcript|recording|meeting|call)\.?$/iu,
  /^.{1,60} (?:has )?(?:joined|left) the (?:meeting|chat|channel|conversation|call|group|room)\.?$/iu,
  /^(?:meeting|recording|transcription|transcript) (?:started|stopped|ended)\b.{0,60}$/iu,
  /^(?:reacted to|replying to|removed an? .{1,20} from) ["“].*$/iu,
  /^<?(?:media|image|video|audio|sticker|gif|document|contact card) omitted>?$/iu,
  /^(?:this message was deleted|you deleted this message)\.?$/iu,
  /messages and calls are end-to-end encrypted/iu,
  /^this editable transcript was computer generated/iu,
  /^(?:\(edited\)|edited|today|yesterday|new|:[\w+-]{1,40}:(?: ?\d{1,4})?|\d{1,4} repl(?:y|ies)\b.{0,60}|view thread)$/iu,
]
