import { describe, expect, it } from 'vitest'
import type { Frequency } from '../src/plans.ts'
import { moveOccurrence, nextOccurrence, nextThree, occurrencesBetween } from '../src/recurrence.ts'
import { formatWithOffset, toWallClock, wallClockToDate } from '../src/time-zone.ts'
import { findOccurrenceErrors } from './random-schedules.ts'

const nextThreeInZone = (anchor: string, frequency: Frequency, zone: string, after = '1970-01-01T00:00:00Z') =>
  nextThree(anchor, frequency, zone, new Date(after)).map(at => formatWithOffset(at, zone))

describe('schedule occurrences', () => {
  it('runs a schedule at the same time of day before and after a clock change', () => {
    expect(nextThreeInZone('2026-03-28T09:00:00', 'daily', 'Europe/Rome')).toEqual([
      '2026-03-28T09:00:00+01:00',
      '2026-03-29T09:00:00+02:00',
      '2026-03-30T09:00:00+02:00',
    ])
  })

  it('runs a schedule later by the length of the gap on the day when the clocks skip its time', () => {
    expect(nextThreeInZone('2026-03-28T02:30:00', 'daily', 'Europe/Rome')).toEqual([
      '2026-03-28T02:30:00+01:00',
      '2026-03-29T03:30:00+02:00',
      '2026-03-30T02:30:00+02:00',
    ])
    expect(nextThreeInZone('2026-10-03T02:15:00', 'daily', 'Australia/Lord_Howe')[1]).toBe('2026-10-04T02:45:00+11:00')
  })

  it('runs a schedule once, at the earlier time, on the day when its time occurs twice', () => {
    expect(nextThreeInZone('2026-10-24T02:30:00', 'daily', 'Europe/Rome')).toEqual([
      '2026-10-24T02:30:00+02:00',
      '2026-10-25T02:30:00+02:00',
      '2026-10-26T02:30:00+01:00',
    ])
  })

  it('returns a monthly schedule to its day after a shorter month', () => {
    expect(nextThreeInZone('2028-01-31T09:00:00', 'monthly', 'UTC')).toEqual([
      '2028-01-31T09:00:00+00:00',
      '2028-02-29T09:00:00+00:00',
      '2028-03-31T09:00:00+00:00',
    ])
    expect(nextThreeInZone('2026-01-30T09:00:00', 'monthly', 'UTC')[1]).toBe('2026-02-28T09:00:00+00:00')
    expect(nextThreeInZone('2024-02-29T09:00:00', 'monthly', 'UTC', '2027-02-01T00:00:00Z')[0]).toBe(
      '2027-02-28T09:00:00+00:00',
    )
  })

  it('continues an every-other-day schedule across month ends and 29 February', () => {
    expect(nextThreeInZone('2028-02-26T09:00:00', 'alternate_days', 'UTC', '2028-02-27T00:00:00Z')).toEqual([
      '2028-02-28T09:00:00+00:00',
      '2028-03-01T09:00:00+00:00',
      '2028-03-03T09:00:00+00:00',
    ])
  })

  it('runs a schedule after midnight when the clocks skip its time at the end of the day', () => {
    // Toronto's clocks went from 23:30 to 0:30 on the night of 30 March 1919.
    expect(nextThreeInZone('1919-03-29T23:45:00', 'daily', 'America/Toronto', '1919-03-31T04:35:00Z')).toEqual([
      '1919-03-31T00:45:00-04:00',
      '1919-03-31T23:45:00-04:00',
      '1919-04-01T23:45:00-04:00',
    ])
  })

  it('runs a schedule once for a day that the zone skipped and the day after it', () => {
    expect(nextThreeInZone('2011-12-28T09:00:00', 'daily', 'Pacific/Apia', '2011-12-29T00:00:00Z')).toEqual([
      '2011-12-29T09:00:00-10:00',
      '2011-12-31T09:00:00+14:00',
      '2012-01-01T09:00:00+14:00',
    ])
  })

  it('returns the start as the first occurrence, and only occurrences strictly after the given time', () => {
    const start = new Date('2026-11-20T08:00:00Z')
    const next = (after: Date) => nextOccurrence('2026-11-20T09:00:00', 'weekly', 'Europe/Rome', after).toISOString()
    expect(next(new Date(0))).toBe('2026-11-20T08:00:00.000Z')
    expect(next(new Date(start.getTime() - 1))).toBe('2026-11-20T08:00:00.000Z')
    expect(next(start)).toBe('2026-11-27T08:00:00.000Z')
  })

  it('includes the end but not the start when listing occurrences between two times', () => {
    const at = (text: string) => new Date(text)
    const days = (from: string, until: string) =>
      occurrencesBetween('2026-11-01T09:00:00', 'daily', 'UTC', at(from), at(until)).length
    expect(days('2026-11-01T09:00:00Z', '2026-11-04T09:00:00Z')).toBe(3)
    expect(days('2026-11-04T09:00:00Z', '2026-11-04T09:00:00Z')).toBe(0)
    expect(days('2020-01-01T00:00:00Z', '2026-10-31T00:00:00Z')).toBe(0)
  })

  it('finds the next occurrence as fast after a hundred years as after a day', () => {
    const measureOnce = (after: string) => {
      const startedAt = performance.now()
      nextOccurrence('2026-01-31T09:00:00', 'daily', 'Europe/Rome', new Date(after))
      return performance.now() - startedAt
    }
    // The minimum of many runs, because other load on the machine only adds time.
    const quickest = (after: string) => Math.min(...Array.from({ length: 300 }, () => measureOnce(after)))
    expect(quickest('2126-06-01T00:00:00Z')).toBeLessThan(20 * quickest('2026-06-01T00:00:00Z'))
    expect(nextThreeInZone('2026-01-31T09:00:00', 'monthly', 'Europe/Rome', '2126-02-01T00:00:00Z')[0]).toBe(
      '2126-02-28T09:00:00+01:00',
    )
  })

  it('keeps the time of day without a second run when the owner changes their time zone', () => {
    const anchor = '2026-11-20T09:00:00'
    const rome = nextOccurrence(anchor, 'daily', 'Europe/Rome', new Date('2026-11-20T08:00:00Z'))
    const moved = (to: string) => formatWithOffset(moveOccurrence(anchor, 'daily', 'Europe/Rome', to, rome), to)
    expect(moved('America/New_York')).toBe('2026-11-21T09:00:00-05:00')
    expect(moved('Pacific/Auckland')).toBe('2026-11-21T09:00:00+13:00')
    expect(moved('Europe/Rome')).toBe('2026-11-21T09:00:00+01:00')
  })

  it('restores the scheduled time of a run delayed by a clock change when the owner changes their time zone', () => {
    const anchor = '2026-03-28T02:30:00'
    const shifted = nextOccurrence(anchor, 'daily', 'Europe/Rome', new Date('2026-03-28T12:00:00Z'))
    expect(formatWithOffset(shifted, 'Europe/Rome')).toBe('2026-03-29T03:30:00+02:00')
    const moved = moveOccurrence(anchor, 'daily', 'Europe/Rome', 'Asia/Tokyo', shifted)
    expect(formatWithOffset(moved, 'Asia/Tokyo')).toBe('2026-03-29T02:30:00+09:00')
  })

  it('finds each occurrence of 500 schedules exactly once over five years, as an independent calendar calculates', () => {
    expect(findOccurrenceErrors(500, Number(process.env.SCHEDULES_SEED ?? 1), 7)).toEqual([])
  }, 300_000)
})

describe('local times', () => {
  it('converts a timestamp to local time and back', () => {
    const at = new Date('2026-07-01T07:00:00.250Z')
    expect(toWallClock(at, 'Asia/Kathmandu')).toBe('2026-07-01T12:45:00.25')
    expect(wallClockToDate('2026-07-01T12:45:00.25', 'Asia/Kathmandu')).toEqual(at)
  })

  it('converts a local time that occurs twice in autumn to the earlier timestamp', () => {
    expect(toWallClock(new Date('2026-10-25T01:30:00Z'), 'Europe/Rome')).toBe('2026-10-25T02:30:00')
    expect(wallClockToDate('2026-10-25T02:30:00', 'Europe/Rome').toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })
})
