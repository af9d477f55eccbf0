import type { Cue, CueFile } from './cue.ts'
import { readCueText } from './cue-text.ts'
import { languageTag } from './language-tag.ts'
import { readStamp, readStampPair, STAMP, withAsciiStamps } from './stamp.ts'

/**
 * Reads the three formats that consist of a time line followed by text lines: WebVTT, SRT, and SubViewer as exported by YouTube
 * Studio. More lenient than their standards: accepts a missing header, headers in the middle (stream fragments, concatenated
 * files), missing indices and blank lines, blank lines inside a cue, and dots instead of commas.
 *
 * Source: WebVTT §4.1 and HLS `X-TIMESTAMP-MAP` (RFC 8216 §3.5).
 */
export const readCueBlocks = (text: string, format: 'vtt' | 'srt'): CueFile => {
  const cues: Cue[] = []
  const partOffsetsMs: (number | undefined)[] = [undefined]
  let language: string | undefined
  let cue: OpenCue | null = null
  let paragraph: string[] = []
  let isAfterBlank = true
  let expectedIndex = 0

  const endParagraph = () => {
    if (cue !== null && !isMetadata(paragraph, format)) for (const line of paragraph) cue.lines.push(line)
    if (paragraph[0] !== undefined && header.test(paragraph[0])) {
      endCue()
      if (cues.length > 0) partOffsetsMs.push(undefined)
      partOffsetsMs[partOffsetsMs.length - 1] = timestampOffset(paragraph)
      language ??= readLanguage(paragraph)
    }
    paragraph = []
  }
  const endCue = () => {
    if (cue === null) return
    const read = readCueText(cue.lines.join('\n'), format === 'vtt' ? 'every' : 'known')
    cues.push({ ...read, startMs: cue.startMs, endMs: cue.endMs, part: partOffsetsMs.length - 1 })
    cue = null
  }

  for (const line of text.split('\n')) {
    const times = readTimes(line)
    if (times === null) {
      if (line === '' || line === 'WEBVTT') endParagraph()
      if (line !== '') paragraph.push(line)
      isAfterBlank ||= line === ''
      continue
    }
    const index = takeIndex(paragraph, expectedIndex, isAfterBlank, format)
    endParagraph()
    endCue()
    // If the indices restart, a second file follows the first.
    if (index === 1 && expectedIndex > 2) partOffsetsMs.push(undefined)
    if (index !== null) expectedIndex = index + 1
    cue = times
    isAfterBlank = false
  }
  dropTruncatedTail(paragraph, expectedIndex, isAfterBlank)
  endParagraph()
  endCue()
  return { cues, language, partOffsetsMs }
}

interface OpenCue {
  startMs: number
  endMs: number
  lines: string[]
}

/** Whether the line has the times of a cue. Used to recognize SRT and WebVTT without a header. */
export const isTimeLine = (line: string): boolean => readTimes(line) !== null

/** Tools write the arrow in many ways, and some omit the end. */
const field = String.raw`(?:0{0,2}-)?\d{1,40}`
const timestamp = String.raw`(${field}(?:\s?:\s?${field}){1,2}(?:\s?[.,:;]\s?-?\d{0,40})?)`
const arrow = new RegExp(
  String.raw`^\s*${timestamp}\s*(?:--?>|--?&gt;|[–—]>|→|⇒|=>)(?:\s*${timestamp}(?:\s+(.*))?)?\s*$`,
)
const seconds = /^\s*(\d{1,9}[.,]\d{1,9})\s*-->\s*(\d{1,9}[.,]\d{1,9})()\s*$/
const settings = /^(?:(?:vertical|line|position|size|align|region|[XY][12]):\S*(?:\s+|$))*$/i
const subViewer = new RegExp(`^(${STAMP}),(${STAMP})$`)
const header = /^WEBVTT(?:\s|$)/

const readTimes = (line: string): OpenCue | null => {
  if (line.length > 1_000 || !opensTimeLine.test(line)) return null
  const ascii = withAsciiStamps(line)
  const [, from, to = '', rest = ''] = arrow.exec(ascii) ?? subViewer.exec(ascii) ?? seconds.exec(ascii) ?? []
  const times = from === undefined ? undefined : readStampPair(from, to)
  if (times === undefined) return null
  // After the timestamps come WebVTT settings, or the text of a cue written on one line.
  return { ...times, lines: settings.test(rest) ? [] : [line.slice(line.length - rest.length)] }
}

const opensTimeLine = /^[\s\u061C\u200B-\u200F\u202A-\u202E\u2066-\u2069]*[-−－]?\p{Nd}/u

/**
 * Removes the index or identifier above a time line from the paragraph. A number is an index if it is the only line or
 * continues the count. Other text is an identifier only in WebVTT, and only if it is the only line after a blank line.
 */
const takeIndex = (
  paragraph: string[],
  expected: number,
  isAfterBlank: boolean,
  format: 'vtt' | 'srt',
): number | null => {
  const last = paragraph.at(-1)
  if (last === undefined) return null
  const index = isIndexLine.test(last) ? Number(withAsciiStamps(last)) : null
  const isOnlyLine = paragraph.length === 1 && isAfterBlank
  const isIndex = index !== null && (isOnlyLine || index === expected || index === 1)
  const isIdentifier = format === 'vtt' && isOnlyLine && index === null && !header.test(last)
  if (isIndex || isIdentifier) paragraph.pop()
  return isIndex ? index : null
}

const isIndexLine = /^\s*\p{Nd}{1,9}\s*$/u

/** A truncated file may end in half a time line, or in the index above one. */
const dropTruncatedTail = (paragraph: string[], expected: number, isAfterBlank: boolean) => {
  const last = paragraph.at(-1) ?? ''
  const isOnlyLine = isAfterBlank && (paragraph.length === 1 || isIndexLine.test(paragraph.at(-2) ?? ''))
  if (isOnlyLine && halfTimeLine.test(last)) paragraph.pop()
  if (isAfterBlank && paragraph.length === 1 && expected > 1 && Number(paragraph[0]) === expected) paragraph.pop()
}

const halfTimeLine = /^\s*\d{1,6}:[\d:.,]*(?:\s*-{1,2}>?\s*[\d:.,]*)?$/

const isMetadata = (paragraph: readonly string[], format: 'vtt' | 'srt'): boolean =>
  header.test(paragraph[0] ?? '') || (format === 'vtt' && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(paragraph[0] ?? ''))

const readLanguage = (lines: readonly string[]): string | undefined =>
  lines.map(line => languageTag(/^Language:\s*(\S{2,16})\s*$/i.exec(line)?.[1])).find(tag => tag !== undefined)

/** `X-TIMESTAMP-MAP=LOCAL:00:00.000,MPEGTS:249882000`: cue time LOCAL is stream time MPEGTS, in 90 kHz ticks. */
const timestampOffset = (lines: readonly string[]): number | undefined => {
  const map = lines.find(line => line.startsWith('X-TIMESTAMP-MAP=')) ?? ''
  const ticks = /MPEGTS:(\d{1,15})/.exec(map)?.[1]
  const localMs = readStamp(/LOCAL:([\d:.]{1,20})/.exec(map)?.[1] ?? '')
  return ticks === undefined || localMs === undefined ? undefined : Math.round(Number(ticks) / 90) - localMs
}
