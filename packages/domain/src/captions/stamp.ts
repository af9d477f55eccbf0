/** A clock reading as captions write it: `1:02`, `01:02:03`, `01:02:03.456`, with `,` for `.`, hours without limit. */
export const STAMP = String.raw`(?:\d{1,6}:)?\d{1,4}:\d{1,2}(?:[.,]\d{1,9})?`

/** As some tools write it: `01:02:03:456` with thousandths, `01:02:03;12` with frames. */
export const TOOLED_STAMP = String.raw`\d{1,6}:\d{1,4}:\d{1,2}[:;]\d{2,3}`

/** Figures beyond thirty years are no instants, and would not stay whole in arithmetic. */
export const LARGEST_MS = 1e12

const stamp = /^(?:(\d{1,6}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9}))?$/
const tooled = /^(\d{1,6}:\d{1,4}:\d{1,2})[:;](\d{2,3})$/
/** 25 is as common: that is wrong by a sixth of a second at most. */
const FRAMES_PER_SECOND = 30

/** A stamp in whole milliseconds, or `undefined` where the text is none. */
export const readStamp = (text: string): number | undefined => {
  const [, clock, part = ''] = tooled.exec(text) ?? []
  if (clock !== undefined) return toMs(clock) + (part.length === 3 ? Number(part) : frameMs(part))
  return stamp.test(text) ? toMs(text) : undefined
}

const toMs = (text: string): number => {
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = stamp.exec(text) ?? []
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000)
}

const frameMs = (frame: string): number => Math.round((Number(frame) * 1000) / FRAMES_PER_SECOND)
