import { describe, expect, test } from 'vitest'
import { timeOfZone, writtenDay, writtenTime } from './written-date.ts'

const at = new Date('2026-11-28T07:00:00Z')
const [rome, auckland] = ['Europe/Rome', 'Pacific/Auckland']
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a date is written in the way of the United States', () => {
  test('its day, at length and in short', () => {
    expect(writtenDay(at, { timeZone: rome })).toBe('November 28')
    expect(writtenDay(at, { timeZone: rome, weekday: 'long' })).toBe('Saturday, November 28')
    expect(writtenDay(at, { timeZone: rome, weekday: 'short', month: 'short' })).toBe('Sat, Nov 28')
    expect(writtenDay(at, { timeZone: rome, weekday: 'long', year: 'always' })).toBe('Saturday, November 28, 2026')
  })

  test('with its year where that is another one, on the clocks of the zone', () => {
    const eve = new Date('2026-12-31T12:00:00Z')
    expect(writtenDay(eve, { timeZone: rome, year: { otherThan: at } })).toBe('December 31')
    expect(writtenDay(eve, { timeZone: auckland, year: { otherThan: at } })).toBe('January 1, 2027')
  })

  test('and its time with the half of the day, which no line parts', () => {
    expect(plain(writtenTime(at, rome))).toBe('8:00 AM')
    expect(plain(writtenTime(at, auckland))).toBe('8:00 PM')
    expect(plain(timeOfZone(at, 'America/New_York'))).toBe('2:00 AM, America/New York time')
    expect(plain(timeOfZone(at, 'UTC'))).toBe('7:00 AM UTC')
    expect(writtenTime(at, rome)).not.toMatch(/[^\S\u00a0]/)
  })
})
