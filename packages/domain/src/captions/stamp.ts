/** A clock reading as texts write it: `1:02`, `01:02:03`, `01:02:03.456`, with `,` for `.`, hours without limit. */
export const STAMP = String.raw`(?:\d{1,6}:)?\d{1,4}:\d{1,2}(?:[.,]\d{1,9})?`

/** Numbers beyond thirty years are no timestamps, and would not stay whole in arithmetic. */
export const LARGEST_MS = 1e12

/** Programs write fields of any width. The bound keeps the pattern linear. */
const stamp = /^(?:(\d{1,40}):)?(\d{1,40}):(\d{1,40})(?:[.,](\d{0,40}))?$/
/** As some tools write it: `01:02:03:456` with thousandths, `01:02:03;12` with frames. */
const tooled = /^(\d{1,40}:\d{1,40}:\d{1,40})[:;](\d{2,3})$/
/** 25 is as common: that is wrong by a sixth of a second at most. */
export const FRAMES_PER_SECOND = 30

/** A stamp in whole milliseconds, or `undefined` where the text is none. */
export const readStamp = (text: string): number | undefined => {
  const [, clock, part = ''] = tooled.exec(text) ?? []
  if (clock !== undefined) return toMs(clock, part.length === 3 ? Number(part) : frameMs(part))
  return toMs(text, 0)
}

const toMs = (text: string, moreMs: number): number | undefined => {
  const [, hours = '0', minutes, seconds = '0', fraction = '0'] = stamp.exec(text) ?? []
  if (minutes === undefined) return undefined
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const ms = whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000) + moreMs
  return Number.isSafeInteger(ms) ? ms : undefined
}

const frameMs = (frame: string): number => Math.round((Number(frame) * 1000) / FRAMES_PER_SECOND)

/**
 * The times of a cue whose stamps may be negative, as tools leave them that shift captions to the front: `-0:00:02,5`,
 * `-1:-2:-3,-4`, or with the hours alone rounded down (`-1:58:00,3` is two minutes before zero; some write `0-1:58:00,3`).
 * Which of the two a lone minus means shows in the end, which comes after the beginning.
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

/** Signs that stand for those of a stamp in Chinese, Japanese, Arabic and other texts. */
const likeAscii: Record<string, string> = {
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
const likeAsciiSigns = new RegExp(`[${Object.keys(likeAscii).join('')}]`, 'g')
const directions = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

/** The text with the digits and signs that stamps have in ASCII, whatever script they are written in. */
export const withAsciiStamps = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .replace(directions, '')
        .replace(/[^\P{Nd}0-9]/gu, digitOf)
        .replace(likeAsciiSigns, sign => likeAscii[sign] ?? sign)

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

/** Unicode keeps the ten digits of a script together, zero first, and scripts without a gap between them in tens. */
const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}
