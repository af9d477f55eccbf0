/** Lengths of time as the contract and the screens write them. All numbers are whole milliseconds. */

/** The longest video that is summarized. */
export const longestVideoHours = 12

/**
 * An ISO 8601 duration of days and less (`PT2H5M`, `P1DT30S`, `PT1.5S`) in milliseconds, or `null` where the text is
 * none. Years and months are refused: they have no length.
 */
export const isoDurationMs = (text: string): number | null => {
  const parts = /^P(?=.)(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/.exec(
    text,
  )
  if (parts === null) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
}

/** Milliseconds as an ISO 8601 duration in hours, minutes and whole seconds: `PT2H5M`, `PT0S`. */
export const toIsoDuration = (ms: number): string => {
  const { hours, minutes, seconds } = split(ms)
  const parts = [hours && `${hours}H`, minutes && `${minutes}M`, seconds && `${seconds}S`].filter(part => part !== 0)
  return `PT${parts.length > 0 ? parts.join('') : '0S'}`
}

/** A moment of a video as its player shows it: `4:07`, `1:02:03`. */
export const toClock = (ms: number): string => {
  const { hours, minutes, seconds } = split(ms)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`
}

/** `1:02:03`, `4:07`, `0:00:05.250` in milliseconds, or `null` where the text is no clock. */
export const clockMs = (text: string): number | null => {
  const parts = /^(?:(\d{1,4}):)?(\d{1,3}):([0-5]\d(?:\.\d{1,3})?)$/.exec(text)
  if (parts === null || (parts[1] !== undefined && Number(parts[2]) > 59)) return null
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

/** A length at a glance, rounded to its unit: `45 s`, `48 min`, `2 h`, `2 h 05`. */
export const toShortLength = (ms: number): string => {
  if (ms < 59_500) return `${Math.max(0, Math.round(ms / 1000))} s`
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${pad(minutes % 60)}`
}

const split = (ms: number) => {
  const total = Math.max(0, Math.floor(ms / 1000))
  return { hours: Math.floor(total / 3600), minutes: Math.floor(total / 60) % 60, seconds: total % 60 }
}

const pad = (value: number): string => String(value).padStart(2, '0')
