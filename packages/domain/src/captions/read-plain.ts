import type { CueFile } from './cue.ts'
import { readMeeting } from './read-meeting.ts'
import { type Block, spread } from './spoken-block.ts'
import { readStamp, STAMP, withAsciiStamps } from './stamp.ts'

/** People repeat short lines; a long one that stands twice was copied twice. */
const REPEATED_CHARS = 20

/**
 * Reads plain text. Stamps may stand before the text (`0:15 text`, `[00:01:02] text`, `(1:02) text`, `0:15 - 0:20 text`,
 * lyrics' `[01:02.50]text`), on lines of their own as YouTube's transcript panel copies them, or behind a name (`Ada
 * Lovelace 0:15`); meetings and chats are read by `readMeeting`. Between two stamps time is shared out by letters. Without stamps it is estimated from the reading speed.
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
    ? { cues: spread({ startMs: 0, lines: lines.filter(isNotAgain) }), isEstimated: true }
    : {
        cues: blocks.flatMap((block, at) => spread(block, blocks[at + 1]?.startMs)),
        isEstimated: false,
      }
}

/** Rolling captions stripped of their stamps leave every line two or three times. */
const isNotAgain = (line: string, at: number, lines: readonly string[]): boolean =>
  line.length < REPEATED_CHARS || line !== lines[at - 1]

/** What surrounds the transcript in YouTube's panel and is copied with it. */
const panelWords = new Set([
  'transcript',
  'search in video',
  'show transcript',
  'search transcript',
  'english (auto-generated)',
])

/** The lines under their stamps; `null` where the text is not stamped, or its figures are something else. */
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
    else if (last.lines.length > 0 || withoutSpelled(line, last.startMs) !== '') last.lines.push(line)
  }
  // Beginning with a stamp tells a transcript; "3:16 says that …" is prose.
  const isTold = blocks.length > 1 ? before.length === 0 || blocks.length * 3 >= lines.length : lines.length <= 2
  if (blocks.length === 0 || !isTold || backwards > blocks.length * 0.2) return null
  return before.length === 0 ? blocks : [{ startMs: 0, lines: before }, ...blocks]
}

const leading = new RegExp(
  String.raw`^[[(<]?(${STAMP})(?::\d{2})?[\])>]?(?:\s*(?:-{1,2}>?|–|—|to)\s*[[(]?${STAMP}[\])]?)?(?=\D|$)[\s:–—|-]*`,
)
/** Where a line begins with what may be a stamp of another script. */
const leadingStamp = /^[[［(（\s\u200E\u200F]*\p{Nd}[\p{Nd}:：.．,，\s\-–—－>＞\]］)）[［(（\u200E\u200F]*/u
const trailing = new RegExp(String.raw`^([\p{Lu}][^\n]{0,40}?)\s*[[(]?(${STAMP})[\])]?:?$`, 'u')
const spelled = /^(?:\d{1,2} hours?,? ?)?(?:\d{1,2} minutes?,? ?)?(?:\d{1,2} seconds?)?/i

const readStampedLine = (line: string): Block | null => {
  const found = leading.exec(line.slice(0, 80))
  const startMs = readStamp(found?.[1] ?? '')
  if (found !== null && startMs !== undefined) {
    // For screen readers the panel spells every stamp out behind it: "0:15 15 seconds".
    const text = withoutSpelled(line.slice(found[0].length), startMs)
    return { startMs, lines: text === '' ? [] : [text] }
  }
  const named = line.length <= 60 ? trailing.exec(line) : null
  const namedMs = readStamp(named?.[2] ?? '')
  const voice = named?.[1]?.replace(/[\s:–-]+$/, '') ?? ''
  return namedMs === undefined || !isName.test(voice) ? null : { startMs: namedMs, voice, lines: [] }
}

/** `Ada Lovelace`, `Speaker 2`, `Maria de la Cruz`; not `We met at`. */
const isName = /^\p{Lu}\S*(?: (?:\p{Lu}\S*|\p{N}+|d[aeiu]|de[lnr]|l[ae]|v[ao]n|bin|al)){0,4}$/u

const withoutSpelled = (text: string, ms: number): string => {
  const words = spelled.exec(text)?.[0] ?? ''
  const [seconds = 0, minutes = 0, hours = 0] = (words.match(/\d+/g) ?? []).map(Number).reverse()
  const total = /second/i.test(words) ? seconds + minutes * 60 + hours * 3600 : seconds * 60 + minutes * 3600
  return words !== '' && total === Math.floor(ms / 1000) ? text.slice(words.length).trim() : text.trim()
}
