/** Formats and parses durations for the API and the screens. All numbers are whole milliseconds. */

/** Maximum length of a video that can be summarized. */
export const maxVideoHours = 12

/**
 * Parses an ISO 8601 duration of days and smaller units (`PT2H5M`, `P1DT30S`, `PT1.5S`) into milliseconds; null if invalid.
 * Years and months are rejected because their length varies.
 */
export const parseIsoDuration = (text: string): number | null => {
  const parts = /^P(?=.)(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/.exec(
    text,
  )
  if (parts === null) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
}

/** Formats milliseconds as an ISO 8601 duration in hours, minutes and whole seconds: `PT2H5M`, `PT0S`. */
export const toIsoDuration = (ms: number): string => {
  const { hours, minutes, seconds } = split(ms)
  const parts = [hours && `${hours}H`, minutes && `${minutes}M`, seconds && `${seconds}S`].filter(part => part !== 0)
  return `PT${parts.length > 0 ? parts.join('') : '0S'}`
}

/** Formats a video position like a player: `4:07`, `1:02:03`. */
export const toClock = (ms: number): string => {
  const { hours, minutes, seconds } = split(ms)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`
}

/** Parses `1:02:03`, `4:07` or `0:00:05.250` into milliseconds; null if invalid. */
export const parseClock = (text: string): number | null => {
  const parts = /^(?:(\d{1,4}):)?(\d{1,3}):([0-5]\d(?:\.\d{1,3})?)$/.exec(text)
  if (parts === null || (parts[1] !== undefined && Number(parts[2]) > 59)) return null
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

/** Formats a duration briefly, rounded to its unit: `45 s`, `48 min`, `2 h`, `2 h 05`. */
export const toShortDuration = (ms: number): string => {
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
