/**
 * The time by the clock of the service: it makes dates and refuses them, while that of a device may be a day off. Every
 * answer says it (`Date`, RFC 9110 §6.6.1). Differences of less than a minute are of the way and of whole seconds.
 */
export const serviceNow = (): Date => new Date(Date.now() + aheadMs)

/** `date`: as an answer says it that has just come. */
export function hearServiceClock(date: string | null): void {
  const heardMs = Date.parse(date ?? '') - Date.now()
  if (Number.isFinite(heardMs)) aheadMs = Math.abs(heardMs) > leastMs ? heardMs : 0
}

const leastMs = 60_000
let aheadMs = 0
