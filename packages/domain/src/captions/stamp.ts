/** Pattern of a timestamp in text: `1:02`, `01:02:03`, `01:02:03.456`; also with `,` instead of `.`, and any number of hours. */
export const STAMP = String.raw`(?:\d{1,6}:)?\d{1,4}:\d{1,2}(?:[.,]\d{1,9})?`

/** Numbers above about thirty years are not timestamps, and arithmetic on them could lose precision. */
export const MAX_TIMESTAMP_MS = 1e12

/** Programs write fields of any width. The limit keeps the pattern linear. */
const stamp = /^(?:(\d{1,40}):)?(\d{1,40}):(\d{1,40})(?:[.,](\d{0,40}))?$/
/** Formats of some tools: `01:02:03:456` with milliseconds, `01:02:03;12` with frames. */
const toolStamp = /^(\d{1,40}:\d{1,40}:\d{1,40})[:;](\d{2,3})$/
/** 25 is as common. Assuming 30 is wrong by at most a sixth of a second. */
export const FRAMES_PER_SECOND = 30

/** Parses a timestamp into whole milliseconds; `undefined` if invalid. */
export const readStamp = (text: string): number | undefined => {
  const [, clock, part = ''] = toolStamp.exec(text) ?? []
  if (clock !== undefined) return toMs(clock, part.length === 3 ? Number(part) : frameMs(part))
  return toMs(text, 0)
}

const toMs = (text: string, moreMs: number): number | undefined => {
  const [, hours = '0', minutes, seconds = '0', fraction = '0'] = stamp.exec(text) ?? []
  if (minutes === undefined) return undefined
  const wholeSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const ms = wholeSeconds * 1000 + Math.round(Number(`0.${fraction}`) * 1000) + moreMs
  return Number.isSafeInteger(ms) ? ms : undefined
}

const frameMs = (frame: string): number => Math.round((Number(frame) * 1000) / FRAMES_PER_SECOND)

/**
 * Parses the start and end of a cue. They may be negative after a tool has shifted captions: `-0:00:02,5`, `-1:-2:-3,-4`, or
 * with only the hours rounded down (`-1:58:00,3` is two minutes before zero; some write `0-1:58:00,3`). The end, which must not
 * be before the start, decides which of the two a single minus means.
 */
export const readStampPair = (from: string, to: string): { startMs: number; endMs: number } | undefined => {
  const start = readSigned(from)
  if (start === undefined) return undefined
  const end = readSigned(to) ?? start
  const isRounded = end.asWrittenMs < start.asWrittenMs && end.roundedMs >= start.roundedMs
  return isRounded
    ? { startMs: start.roundedMs, endMs: end.roundedMs }
    : { startMs: start.asWrittenMs, endMs: end.asWrittenMs }
}

const readSigned = (text: string): { asWrittenMs: number; roundedMs: number } | undefined => {
  const bare = text.replace(/\s+/g, '')
  const ms = readStamp(/^\d+[.,]\d+$/.test(bare) ? `0:${bare}` : bare.replace(/0{0,2}-/g, ''))
  if (ms === undefined || !bare.includes('-')) return ms === undefined ? undefined : { asWrittenMs: ms, roundedMs: ms }
  const firstField = bare.replace(/^0{0,2}-/, '').split(':')[0] ?? '0'
  const firstMs = Number(firstField) * (bare.split(':').length > 2 ? 3_600_000 : 60_000)
  return { asWrittenMs: -ms, roundedMs: ms - 2 * firstMs }
}

/** Equivalents of timestamp characters in Chinese, Japanese, Arabic and other texts. */
const asciiEquivalents: Record<string, string> = {
  '：': ':',
  '∶': ':',
  '︰': ':',
  '꞉': ':',
  '；': ';',
  '，': ',',
  '、': ',',
  '،': ',',
  '٫': ',',
  '．': '.',
  '。': '.',
  '－': '-',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '﹣': '-',
  '＞': '>',
  '﹥': '>',
  '［': '[',
  '］': ']',
  '（': '(',
  '）': ')',
  '　': ' ',
}
const nonAsciiSigns = new RegExp(`[${Object.keys(asciiEquivalents).join('')}]`, 'g')
const directions = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

/** Converts the digits and signs of timestamps from any script to ASCII. */
export const withAsciiStamps = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .replace(directions, '')
        .replace(/[^\P{Nd}0-9]/gu, toAsciiDigit)
        .replace(nonAsciiSigns, sign => asciiEquivalents[sign] ?? sign)

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

/** In Unicode the ten digits of a script are consecutive, starting with zero, and adjacent scripts follow in steps of ten. */
const toAsciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}
