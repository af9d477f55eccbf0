/** Milliseconds that a `Retry-After` header asks to wait, given in seconds or as a date (RFC 9110, 10.2.3); null for none that can be read. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  const waitMs = at - now.getTime()
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs)
}
