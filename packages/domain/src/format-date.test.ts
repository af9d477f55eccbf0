import { describe, expect, test } from 'vitest'
import { formatDate, formatTime, formatTimeWithZone } from './format-date.ts'

const at = new Date('2026-11-28T07:00:00Z')
const [rome, auckland] = ['Europe/Rome', 'Pacific/Auckland']
const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

describe('US English dates and times', () => {
  test('formats a day in long and short form', () => {
    expect(formatDate(at, { timeZone: rome })).toBe('November 28')
    expect(formatDate(at, { timeZone: rome, weekday: 'long' })).toBe('Saturday, November 28')
    expect(formatDate(at, { timeZone: rome, weekday: 'short', month: 'short' })).toBe('Sat, Nov 28')
    expect(formatDate(at, { timeZone: rome, weekday: 'long', year: 'always' })).toBe('Saturday, November 28, 2026')
  })

  test('adds the year if it differs from the reference date in the time zone', () => {
    const eve = new Date('2026-12-31T12:00:00Z')
    expect(formatDate(eve, { timeZone: rome, year: { otherThan: at } })).toBe('December 31')
    expect(formatDate(eve, { timeZone: auckland, year: { otherThan: at } })).toBe('January 1, 2027')
  })

  test('formats a time with AM or PM, the time zone and non-breaking spaces', () => {
    expect(withSpaces(formatTime(at, rome))).toBe('8:00 AM')
    expect(withSpaces(formatTime(at, auckland))).toBe('8:00 PM')
    expect(withSpaces(formatTimeWithZone(at, 'America/New_York'))).toBe('2:00 AM, America/New York time')
    expect(withSpaces(formatTimeWithZone(at, 'UTC'))).toBe('7:00 AM UTC')
    expect(formatTime(at, rome)).not.toMatch(/[^\S\u00a0]/)
  })
})
