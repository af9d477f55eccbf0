/**
 * The server's current time, because the server creates and checks dates and a device's clock may be days off. Measured by the
 * `Date` header of every response (RFC 9110 §6.6.1). Differences under a minute are ignored: network delay and rounding.
 */
export const serverTime = (): Date => new Date(Date.now() + aheadMs)

/** `date`: the `Date` header of a response that has just arrived. */
export function syncServerClock(date: string | null): void {
  const offsetMs = Date.parse(date ?? '') - Date.now()
  if (Number.isFinite(offsetMs)) aheadMs = Math.abs(offsetMs) > minOffsetMs ? offsetMs : 0
}

const minOffsetMs = 60_000
let aheadMs = 0
