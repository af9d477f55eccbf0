/**
 * Formats dates and times for screens and mails in US English (specification, section 9). The default time zone is that of
 * the machine.
 */

interface DayFormat {
  timeZone?: string | undefined
  weekday?: 'long' | 'short'
  month?: 'long' | 'short'
  year?: 'always' | { otherThan: Date }
}

/** `November 28`; `Friday, November 28`; `Fri, Nov 28`; `November 28, 2027`. */
export function formatDate(at: Date, { timeZone, weekday, month = 'long', year }: DayFormat = {}): string {
  const formatYear = (date: Date) => new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone }).format(date)
  const hasYear = year === 'always' || (year && formatYear(at) !== formatYear(year.otherThan))
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    month,
    day: 'numeric',
    ...(weekday && { weekday }),
    ...(hasYear && { year: 'numeric' }),
  }).format(at)
}

/** `8:00 AM`, with a non-breaking space. */
export const formatTime = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
    .format(at)
    .replaceAll(/\s/g, '\u00a0')

/** `8:00 AM, Europe/Rome time`; `8:00 AM UTC`: for places where the reader may not know which time zone applies. */
export const formatTimeWithZone = (at: Date, timeZone: string): string =>
  timeZone === 'UTC'
    ? `${formatTime(at, timeZone)} UTC`
    : `${formatTime(at, timeZone)}, ${timeZone.replaceAll('_', ' ')} time`

const locale = 'en-US'
