/** Milliseconds to wait according to a `Retry-After` header (RFC 9110, 10.2.3), which is in seconds or a date. Null if missing or invalid. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  const waitMs = at - now.getTime()
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs)
}
