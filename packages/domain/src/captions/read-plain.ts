import type { CueFile } from './cue.ts'
import { readMeeting } from './read-meeting.ts'
import { type Block, toTimedCues } from './spoken-block.ts'
import { readStamp, STAMP, withAsciiStamps } from './stamp.ts'

/** Speakers repeat short lines. A longer line that occurs twice in a row was copied twice. */
const MIN_DUPLICATE_CHARS = 20

/**
 * Reads plain text. Timestamps may be before the text (`0:15 text`, `[00:01:02] text`, `(1:02) text`, `0:15 - 0:20 text`,
 * `[01:02.50]text`), on separate lines as copied from YouTube's transcript panel, or after a name (`Ada Lovelace 0:15`). Meetings
 * and chats are read by `readMeeting`. Between two timestamps, time is distributed by text length. Without timestamps it is
 * estimated from the speaking rate.
 */
export const readPlain = (text: string): CueFile & { isEstimated: boolean } => {
  const lines = text
    .split('\n')
    .map(line => line.trim().replace(leadingStamp, withAsciiStamps))
    .filter(line => line !== '' && !panelWords.has(line.toLowerCase()))
  const meeting = readMeeting(lines)
  if (meeting !== null) return meeting
  const blocks = readBlocks(lines)
  return blocks === null
    ? { cues: toTimedCues({ startMs: 0, lines: lines.filter(isNotDuplicate) }), isEstimated: true }
    : {
        cues: blocks.flatMap((block, at) => toTimedCues(block, blocks[at + 1]?.startMs)),
        isEstimated: false,
      }
}

/** Rolling captions without their timestamps contain every line two or three times. */
const isNotDuplicate = (line: string, at: number, lines: readonly string[]): boolean =>
  line.length < MIN_DUPLICATE_CHARS || line !== lines[at - 1]

/** Labels around the transcript in YouTube's panel that are copied with it. */
const panelWords = new Set([
  'transcript',
  'search in video',
  'show transcript',
  'search transcript',
  'english (auto-generated)',
])

/** Groups the lines by timestamp. Null if the text has no timestamps or its numbers are something else. */
const readBlocks = (lines: readonly string[]): Block[] | null => {
  const blocks: Block[] = []
  const before: string[] = []
  let backwards = 0
  for (const line of lines) {
    const block = readStampedLine(line)
    const last = blocks.at(-1)
    if (block !== null) {
      if (block.startMs < (last?.startMs ?? 0)) backwards++
      blocks.push(block)
    } else if (last === undefined) before.push(line)
    else if (last.lines.length > 0 || removeSpelled(line, last.startMs) !== '') last.lines.push(line)
  }
  // A transcript starts with a timestamp; a text with a few of them ("3:16 says that …") is prose.
  const isTranscript = blocks.length > 1 ? before.length === 0 || blocks.length * 3 >= lines.length : lines.length <= 2
  if (blocks.length === 0 || !isTranscript || backwards > blocks.length * 0.2) return null
  return before.length === 0 ? blocks : [{ startMs: 0, lines: before }, ...blocks]
}

const leading = new RegExp(
  String.raw`^[[(<]?(${STAMP})(?::\d{2})?[\])>]?(?:\s*(?:-{1,2}>?|–|—|to)\s*[[(]?${STAMP}[\])]?)?(?=\D|$)[\s:–—|-]*`,
)
/** A possible timestamp in any script at the start of a line. */
const leadingStamp = /^[[［(（\s\u200E\u200F]*\p{Nd}[\p{Nd}:：.．,，\s\-–—－>＞\]］)）[［(（\u200E\u200F]*/u
const trailing = new RegExp(String.raw`^([\p{Lu}][^\n]{0,40}?)\s*[[(]?(${STAMP})[\])]?:?$`, 'u')
const spelled = /^(?:\d{1,2} hours?,? ?)?(?:\d{1,2} minutes?,? ?)?(?:\d{1,2} seconds?)?/i

const readStampedLine = (line: string): Block | null => {
  const match = leading.exec(line.slice(0, 80))
  const startMs = readStamp(match?.[1] ?? '')
  if (match !== null && startMs !== undefined) {
    // For screen readers, the panel repeats every timestamp in words: "0:15 15 seconds".
    const text = removeSpelled(line.slice(match[0].length), startMs)
    return { startMs, lines: text === '' ? [] : [text] }
  }
  const named = line.length <= 60 ? trailing.exec(line) : null
  const namedMs = readStamp(named?.[2] ?? '')
  const voice = named?.[1]?.replace(/[\s:–-]+$/, '') ?? ''
  return namedMs === undefined || !isName.test(voice) ? null : { startMs: namedMs, voice, lines: [] }
}

/** Accepts `Ada Lovelace`, `Speaker 2`, `Maria de la Cruz`; not `We met at`. */
const isName = /^\p{Lu}\S*(?: (?:\p{Lu}\S*|\p{N}+|d[aeiu]|de[lnr]|l[ae]|v[ao]n|bin|al)){0,4}$/u

const removeSpelled = (text: string, ms: number): string => {
  const words = spelled.exec(text)?.[0] ?? ''
  const [seconds = 0, minutes = 0, hours = 0] = (words.match(/\d+/g) ?? []).map(Number).reverse()
  const total = /second/i.test(words) ? seconds + minutes * 60 + hours * 3600 : seconds * 60 + minutes * 3600
  return words !== '' && total === Math.floor(ms / 1000) ? text.slice(words.length).trim() : text.trim()
}
