/** A clock reading as captions write it: `1:02`, `01:02:03`, `01:02:03.456`, with `,` for `.`, hours without limit. */
export const STAMP = String.raw`(?:\d{1,6}:)?\d{1,4}:\d{1,2}(?:[.,]\d{1,9})?`

const stamp = /^(?:(\d{1,6}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9}))?$/

/** A stamp in whole milliseconds, or `undefined` where the text is none. */
export const readStamp = (text: string): number | undefined => {
  const parts = stamp.exec(text)
  if (parts === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = parts
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000)
}
