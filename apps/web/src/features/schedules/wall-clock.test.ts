import { toWallClock, wallClockToDate } from '@recaps/domain/time-zone'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatWithOffset, wallClockIn } from './wall-clock.ts'

const zones = ['Europe/Rome', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC']
const zone = fc.constantFrom(...zones)
const date = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2031, 0, 1) / 60_000 })
  .map(minutes => new Date(minutes * 60_000))

test('wallClockIn returns the same local time as the server for any zone and date', () => {
  fc.assert(
    fc.property(zone, date, (timeZone, at) => {
      expect(wallClockIn(timeZone, at)).toBe(toWallClock(at, timeZone).slice(0, 16))
    }),
  )
})

test('formatWithOffset means the same timestamp as on the server, even for skipped and repeated local times', () => {
  fc.assert(
    fc.property(zone, date, (timeZone, at) => {
      const clock = at.toISOString().slice(0, 16)
      const written = formatWithOffset(timeZone, clock)
      expect(written.slice(0, 16)).toBe(clock)
      expect(new Date(written)).toEqual(wallClockToDate(`${clock}:00`, timeZone))
    }),
  )
  expect(formatWithOffset('Europe/Rome', '2027-03-28T02:30')).toBe('2027-03-28T02:30:00+01:00')
  expect(formatWithOffset('Europe/Rome', '2026-10-25T02:30')).toBe('2026-10-25T02:30:00+02:00')
})
