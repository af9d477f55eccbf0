import { expect, test } from 'vitest'
import { findPageKind, pageKinds } from './analytics.ts'

test.each([
  ['/history-detail/12345', '/history-detail'],
  [`/history-detail/${'k'.repeat(43)}`, '/history-detail'],
  ['/schedule-wizard-date', '/schedule-wizard/date'],
  ['/schedule-wizard/date', '/schedule-wizard/date'],
  ['/tabs/history/', '/tabs/history'],
  // Redirects, sign-in pages and unknown pages are not counted.
  ['/', null],
  ['/home', null],
  ['/tabs', null],
  ['/landing', null],
  ['/auth/callback', null],
  ['/nowhere/ada@example.com', null],
  ['/history-detail', '/history-detail'],
  ['/settings/../history-detail/7', null],
])('counts the page at %s as %s', (path, kind) => expect(findPageKind(path)).toBe(kind))

test('page kinds contain no numbers, tokens or queries', () => {
  for (const kind of pageKinds) expect(kind).toMatch(/^(\/[a-z-]{1,20}){1,2}$/)
})
