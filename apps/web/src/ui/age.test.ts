import { expect, test } from 'vitest'
import { formatAge } from './age.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const format = (timestamp: string) => formatAge(timestamp, now, 'Europe/Rome').replaceAll('\u00a0', ' ')

test.each([
  ['2026-11-20T12:00:30.000Z', 'just now'],
  ['2026-11-20T11:59:10.000Z', 'just now'],
  ['2026-11-20T11:55:00.000Z', '5 min ago'],
  ['2026-11-20T11:00:30.000Z', '59 min ago'],
  ['2026-11-19T12:00:01.000Z', '23 h ago'],
  ['2026-11-19T12:00:00.000Z', '1 day ago'],
  ['2026-11-13T12:00:01.000Z', '6 days ago'],
  ['2026-11-13T12:00:00.000Z', 'Nov 13'],
  ['2025-12-31T23:30:00.000Z', 'Jan 1'],
  ['2025-11-20T12:00:00.000Z', 'Nov 20, 2025'],
])('the relative time of %s is “%s”', (timestamp, text) => {
  expect(format(timestamp)).toBe(text)
})
