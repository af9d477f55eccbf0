import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseClock, parseIsoDuration, toClock, toIsoDuration, toShortDuration } from './duration.ts'

const seconds = fc.integer({ min: 0, max: 100 * 3600 })

describe('ISO 8601 durations', () => {
  test.each([
    ['PT2H5M', 7_500_000],
    ['PT0S', 0],
    ['PT45S', 45_000],
    ['PT1.5S', 1_500],
    ['PT90M', 5_400_000],
    ['P1DT1H', 90_000_000],
    ['P1D', 86_400_000],
  ])('parses the duration %s as %d ms', (text, ms) => {
    expect(parseIsoDuration(text)).toBe(ms)
  })

  test.each(['', 'P', 'PT', 'P1DT', '2H', 'PT5', 'P1Y', 'P2M', 'PT-5S', 'PT5M2H', 'PT1.5H', ' PT5S'])(
    'rejects %j as a duration',
    text => {
      expect(parseIsoDuration(text)).toBeNull()
    },
  )

  it('parses every ISO duration that it formats', () => {
    fc.assert(fc.property(seconds, value => parseIsoDuration(toIsoDuration(value * 1000)) === value * 1000))
  })

  it('formats ISO durations in whole seconds and without empty parts', () => {
    expect([0, 999, 61_999, 7_500_000, 43_200_000].map(toIsoDuration)).toEqual([
      'PT0S',
      'PT0S',
      'PT1M1S',
      'PT2H5M',
      'PT12H',
    ])
  })
})

describe('player times', () => {
  it('formats player times with hours only if needed', () => {
    expect([0, 7_000, 247_000, 3_723_999, 43_200_000].map(toClock)).toEqual([
      '0:00',
      '0:07',
      '4:07',
      '1:02:03',
      '12:00:00',
    ])
  })

  it('parses every player time that it formats', () => {
    fc.assert(fc.property(seconds, value => parseClock(toClock(value * 1000)) === value * 1000))
  })

  test.each([
    ['0:05.25', 5_250],
    ['90:00', 5_400_000],
    ['1:90:00', null],
    ['1:60', null],
    ['12', null],
    ['', null],
    ['a:00', null],
  ])('parses the player time %j as %s', (text, ms) => {
    expect(parseClock(text)).toBe(ms)
  })
})

describe('short durations', () => {
  test.each([
    [0, '0 s'],
    [45_400, '45 s'],
    [59_499, '59 s'],
    [59_500, '1 min'],
    [48 * 60_000, '48 min'],
    [59.6 * 60_000, '1 h'],
    [7_500_000, '2 h 05'],
    [43_200_000, '12 h'],
  ])('formats %d ms as %s', (ms, text) => {
    expect(toShortDuration(ms)).toBe(text)
  })
})
