/** Ways to say lengths and instants. All lengths come in milliseconds; a number and its unit never part at a line's end. */

/** `m:ss`, minutes unlimited: what a player shows (specification §2). */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A moment of a video as its own player shows it: `4:07`, `1:04:07`. */
export function timestamp(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  if (hours === 0) return minutesAndSeconds(ms)
  const minutes = Math.floor((seconds % 3600) / 60)
  return `${hours}:${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** A length at a glance: `45 s`, `48 min`, `2 h 05`. */
export function shortLength(ms: number): string {
  if (ms < 60_000) return `${Math.max(1, Math.round(ms / 1000))}\u00a0s`
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes}\u00a0min`
  const rest = minutes % 60
  return rest === 0
    ? `${minutes / 60}\u00a0h`
    : `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(rest).padStart(2, '0')}`
}

/** A length in running text: `11 h 49 min`. */
export function length(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return shortLength(ms)
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60}\u00a0h` : `${Math.floor(minutes / 60)}\u00a0h\u00a0${rest}\u00a0min`
}

/** `PT2H5M10S` in milliseconds; null for what is no ISO 8601 duration of days or less. */
export function isoDurationMs(text: string | null): number | null {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/.exec(text ?? '')
  if (!parts || text === 'P' || text === 'PT') return null
  const [days, hours, minutes, seconds] = parts.slice(1).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** `1 December, 01:00` in the reader's own time zone. */
export const dayAndTime = (instant: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(instant))
