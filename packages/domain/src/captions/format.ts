import { isTimeLine } from './read-cue-blocks.ts'
import { isLrc } from './read-lrc.ts'

export type CaptionFormat = 'json3' | 'timedtext' | 'vtt' | 'srt' | 'ass' | 'lrc' | 'json' | 'plain'

/** How much of a text is searched for a time line before it counts as plain text. */
const MAX_LINES = 400
const MAX_CHARS = 200_000

/** Detects the format from the content, never from the file name. `'web_page'` and `'other_data'` are not captions. */
export const detectFormat = (text: string): CaptionFormat | 'web_page' | 'other_data' => {
  const head = text.slice(0, 2_048).trimStart()
  if (/^(?:WEBVTT(?:\s|$)|X-TIMESTAMP-MAP=)/.test(head)) return 'vtt'
  if (/^(?:<!doctype\s+html|<html[\s>])/i.test(head)) return 'web_page'
  if (/^<(?:\?xml|!DOCTYPE|transcript|timedtext|tt)[\s>:]/i.test(head)) return 'timedtext'
  if (/^(?:\)\]\}'?\s*)?(?:export default\s*)?(?:\{\s*["}]|\[\s*[[{\]])/.test(head))
    return head.includes('"events"') ? 'json3' : 'json'
  if (/^\[\s*"[^"\n]*"\s*[,\]]/.test(head)) return 'other_data'
  // MicroDVD is rejected: it would be read as plain text including its markup.
  if (/^\{\d{1,9}\}\{\d{0,9}\}/.test(head)) return 'other_data'
  const lines = text.slice(0, MAX_CHARS).split('\n', MAX_LINES)
  if (lines.some(line => assLine.test(line))) return 'ass'
  const timeLine = lines.find(isTimeLine)
  if (timeLine === undefined) return isLrc(lines) ? 'lrc' : 'plain'
  // WebVTT without a header differs from SRT by its dots, timestamp tags and cue settings.
  const isVtt =
    !timeLine.includes(',') &&
    /<\d{1,3}:\d{2}[:.]|<c[.>]|^WEBVTT$|-->.*\b(?:align|position|line):/m.test(text.slice(0, MAX_CHARS))
  return isVtt ? 'vtt' : 'srt'
}

const assLine =
  /^\s*(?:\[Script Info\]\s*$|\[V4\+{0,2} Styles\]\s*$|Dialogue:\s*(?:Marked\s*=\s*)?\d{1,9}\s*,\s*\d{1,9}:\d)/i
