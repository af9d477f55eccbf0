/**
 * Dates and times as they are written everywhere, on screens and in mails: in US English (specification, section 9), on the
 * clocks of a zone, or of the reader's machine where none is named.
 */

interface HowDay {
  timeZone?: string | undefined
  weekday?: 'long' | 'short'
  month?: 'long' | 'short'
  year?: 'always' | { otherThan: Date }
}

/** `November 28`; `Friday, November 28`; `Fri, Nov 28`; `November 28, 2027`. */
export function writtenDay(at: Date, { timeZone, weekday, month = 'long', year }: HowDay = {}): string {
  const yearOf = (of: Date) => new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone }).format(of)
  const hasYear = year === 'always' || (year && yearOf(at) !== yearOf(year.otherThan))
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    month,
    day: 'numeric',
    ...(weekday && { weekday }),
    ...(hasYear && { year: 'numeric' }),
  }).format(at)
}

/** `8:00 AM`, which never parts at a line's end. */
export const writtenTime = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
    .format(at)
    .replaceAll(/\s/g, '\u00a0')

/** `8:00 AM, Europe/Rome time`; `8:00 AM UTC`: for whoever may not know whose clocks are meant. */
export const timeOfZone = (at: Date, timeZone: string): string =>
  timeZone === 'UTC'
    ? `${writtenTime(at, timeZone)} UTC`
    : `${writtenTime(at, timeZone)}, ${timeZone.replaceAll('_', ' ')} time`

const locale = 'en-US'
