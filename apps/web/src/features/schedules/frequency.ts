import type { Frequency } from '@recaps/domain/plans'
import { dayOfMonth, formatTime, formatWeekday } from './dates.ts'
import type { WallClock } from './wall-clock.ts'

export const frequencyLabels: Record<Frequency, string> = {
  daily: 'Every day',
  alternate_days: 'Every other day',
  weekly: 'Every week',
  biweekly: 'Every two weeks',
  monthly: 'Every month',
}

/** `Every Friday at 8:00 AM`: the frequency with the weekday or day of the month and the time of its first date. */
export const describeFrequency = (frequency: Frequency, start: WallClock): string =>
  `${repeatText(frequency, start)} at ${formatTime(start)}`

function repeatText(frequency: Frequency, start: WallClock): string {
  switch (frequency) {
    case 'weekly':
      return `Every ${formatWeekday(start)}`
    case 'biweekly':
      return `Every other ${formatWeekday(start)}`
    case 'monthly':
      return `Every month on the ${dayOfMonth(start)}${Number(start.slice(8, 10)) > 28 ? ', or on its last day,' : ''}`
    default:
      return frequencyLabels[frequency]
  }
}
