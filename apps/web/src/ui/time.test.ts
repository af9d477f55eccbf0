import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAndTime, isoDurationMs, length, minutesAndSeconds, shortLength, timestamp } from './time.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('saying lengths', () => {
  test('the player counts minutes, with seconds of two digits', () => {
    expect(minutesAndSeconds(0)).toBe('0:00')
    expect(minutesAndSeconds(65_999)).toBe('1:05')
    expect(minutesAndSeconds(7_507_000)).toBe('125:07')
  })

  test('moments of a video are said as its own player says them', () => {
    expect(timestamp(247_000)).toBe('4:07')
    expect(timestamp(3_847_000)).toBe('1:04:07')
  })

  test('at a glance', () => {
    expect(plain(shortLength(45_000))).toBe('45 s')
    expect(plain(shortLength(48 * 60_000))).toBe('48 min')
    expect(plain(shortLength(7_500_000))).toBe('2 h 05')
    expect(plain(shortLength(12 * 3_600_000))).toBe('12 h')
    expect(plain(length(42_540_000))).toBe('11 h 49 min')
  })

  test('never says 60 minutes or 60 seconds', () => {
    fc.assert(
      fc.property(fc.nat(50_000_000), ms => {
        for (const text of [shortLength(ms), length(ms)]) expect(plain(text)).not.toMatch(/\b60 (s|min)|h 60/)
      }),
    )
  })
})

describe('reading ISO durations', () => {
  test('of videos', () => {
    expect(isoDurationMs('PT2H5M')).toBe(7_500_000)
    expect(isoDurationMs('PT45S')).toBe(45_000)
    expect(isoDurationMs('P1DT1S')).toBe(86_401_000)
  })

  test.each([null, '', 'P', 'PT', '2:05', 'PT5X'])('%j is none', text => {
    expect(isoDurationMs(text)).toBeNull()
  })
})

test('instants are said in the local time of the reader', () => {
  expect(dayAndTime('2026-12-01T00:00:00.000Z', 'Europe/Rome')).toMatch(/^December 1 at 1:00\sAM$/)
  expect(dayAndTime('2026-12-01T00:00:00.000Z', 'America/New_York')).toMatch(/^November 30 at 7:00\sPM$/)
})
