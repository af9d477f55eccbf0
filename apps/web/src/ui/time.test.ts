import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDayAndTime, formatLongDuration, formatMinutesAndSeconds, formatShortDuration } from './time.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('durations', () => {
  test('the player’s time counts minutes beyond an hour and pads seconds to two digits', () => {
    expect(formatMinutesAndSeconds(0)).toBe('0:00')
    expect(formatMinutesAndSeconds(65_999)).toBe('1:05')
    expect(formatMinutesAndSeconds(7_507_000)).toBe('125:07')
  })

  test('a duration is formatted in seconds, minutes or hours', () => {
    expect(plain(formatShortDuration(45_000))).toBe('45 s')
    expect(plain(formatShortDuration(48 * 60_000))).toBe('48 min')
    expect(plain(formatShortDuration(7_500_000))).toBe('2 h 05')
    expect(plain(formatShortDuration(12 * 3_600_000))).toBe('12 h')
    expect(plain(formatLongDuration(42_540_000))).toBe('11 h 49 min')
  })

  test('a formatted duration never contains 60 minutes or 60 seconds', () => {
    fc.assert(
      fc.property(fc.nat(50_000_000), ms => {
        for (const text of [formatShortDuration(ms), formatLongDuration(ms)])
          expect(plain(text)).not.toMatch(/\b60 (s|min)|h 60/)
      }),
    )
  })
})

describe('dates and times', () => {
  const december = '2026-12-01T00:00:00.000Z'
  const format = (now: string, timeZone: string) =>
    formatDayAndTime(december, new Date(now), timeZone).replace('\u00a0', ' ')

  test('a date and time is formatted in the reader’s time zone', () => {
    expect(format('2026-11-02T12:00:00.000Z', 'Europe/Rome')).toBe('December 1 at 1:00 AM')
    expect(format('2026-11-02T12:00:00.000Z', 'America/New_York')).toBe('November 30 at 7:00 PM')
  })

  test('a date and time says today or tomorrow by the reader’s time zone', () => {
    expect(format('2026-11-30T12:00:00.000Z', 'Europe/Rome')).toBe('tomorrow at 1:00 AM')
    expect(format('2026-11-30T23:30:00.000Z', 'Europe/Rome')).toBe('today at 1:00 AM')
    expect(format('2026-11-30T12:00:00.000Z', 'America/New_York')).toBe('today at 7:00 PM')
  })

  test('a date in another year includes the year', () => {
    expect(format('2025-12-01T00:00:00.000Z', 'Europe/Rome')).toBe('December 1, 2026 at 1:00 AM')
  })
})
