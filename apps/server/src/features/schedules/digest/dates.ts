/** `Saturday, 21 November 2026`, in the zone. */
export const dayOf = (at: Date, timeZone: string): string => {
  const { weekday, day, month, year } = partsOf(at, timeZone)
  return `${weekday}, ${day} ${month} ${year}`
}

/** `21 November`, in the zone. */
export const shortDayOf = (at: Date, timeZone: string): string => {
  const { day, month } = partsOf(at, timeZone)
  return `${day} ${month}`
}

/** `Friday, 28 November, 08:00 Europe/Rome time` */
export const momentOf = (at: Date, timeZone: string): string => {
  const { weekday, day, month, hour, minute } = partsOf(at, timeZone)
  return `${weekday}, ${day} ${month}, ${hour}:${minute} ${timeZone.replaceAll('_', ' ')} time`
}

const partsOf = (at: Date, timeZone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
