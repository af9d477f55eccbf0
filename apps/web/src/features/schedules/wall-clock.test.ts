import { instantOf, wallClockOf } from '@recaps/domain/time-zone'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallClockIn, writtenIn } from './wall-clock.ts'

const zones = ['Europe/Rome', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC']
const zone = fc.constantFrom(...zones)
const instant = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2031, 0, 1) / 60_000 })
  .map(minutes => new Date(minutes * 60_000))

test('what the clocks of a zone show is what the server says they show', () => {
  fc.assert(
    fc.property(zone, instant, (at, when) => {
      expect(wallClockIn(at, when)).toBe(wallClockOf(when, at).slice(0, 16))
    }),
  )
})

test('a time on the clocks is the instant that the server takes it for, also where they skip it or show it twice', () => {
  fc.assert(
    fc.property(zone, instant, (at, when) => {
      const clock = when.toISOString().slice(0, 16)
      const said = writtenIn(at, clock)
      expect(said.slice(0, 16)).toBe(clock)
      expect(new Date(said)).toEqual(instantOf(`${clock}:00`, at))
    }),
  )
  expect(writtenIn('Europe/Rome', '2027-03-28T02:30')).toBe('2027-03-28T02:30:00+01:00')
  expect(writtenIn('Europe/Rome', '2026-10-25T02:30')).toBe('2026-10-25T02:30:00+02:00')
})
