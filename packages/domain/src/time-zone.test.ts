import { describe, expect, it } from 'vitest'
import { daylightSaving, isTimeZone, wallClockFromTimestamp } from './time-zone.ts'

const at = new Date('2026-07-01T00:00:00Z')

describe('time zones', () => {
  it('accepts IANA time zone names and rejects everything else', () => {
    for (const zone of ['UTC', 'Europe/Rome', 'America/Argentina/Buenos_Aires', 'Australia/Lord_Howe'])
      expect(isTimeZone(zone)).toBe(true)
    for (const zone of ['', 'Mars/Olympus', '+02:00', 'Europe/Rome\n', '../etc', 'x'.repeat(5000)])
      expect(isTimeZone(zone)).toBe(false)
  })

  it('converts timestamps to local time, keeping the local time of timestamps with the zone’s own offset', () => {
    const rome = (timestamp: string) => wallClockFromTimestamp(timestamp, 'Europe/Rome')
    expect(rome('2026-11-21T09:00:00+01:00')).toBe('2026-11-21T09:00:00')
    expect(rome('2026-11-21T08:00:00Z')).toBe('2026-11-21T09:00:00')
    expect(rome('2026-11-21T03:00:00.000-05:00')).toBe('2026-11-21T09:00:00')
    expect(rome('2027-03-28T02:30+01:00')).toBe('2027-03-28T02:30:00')
    expect(rome('2027-03-28T03:30:00+02:00')).toBe('2027-03-28T03:30:00')
    expect(rome('2027-03-28T01:30:00Z')).toBe('2027-03-28T03:30:00')
    expect(rome('2027-10-31T02:30:00+01:00')).toBe('2027-10-31T02:30:00')
    expect(wallClockFromTimestamp('2027-03-28T01:30:00Z', 'Europe/London')).toBe('2027-03-28T02:30:00')
    expect(wallClockFromTimestamp('2027-03-28T01:30:00+00:00', 'Europe/London')).toBe('2027-03-28T01:30:00')
  })

  it('derives the two clock changes of a time zone for the year [spec 3.1]', () => {
    expect(daylightSaving('Europe/Rome', at)).toEqual({
      dstEnabled: true,
      dstStart: '2026-03-29T01:00:00.000Z',
      dstEnd: '2026-10-25T01:00:00.000Z',
    })
    expect(daylightSaving('Australia/Lord_Howe', at)).toEqual({
      dstEnabled: true,
      dstStart: '2026-10-03T15:30:00.000Z',
      dstEnd: '2026-04-04T15:00:00.000Z',
    })
    expect(daylightSaving('Asia/Tokyo', at)).toEqual({ dstEnabled: false, dstStart: null, dstEnd: null })
  })
})
