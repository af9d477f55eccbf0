import { expect, test } from 'vitest'
import { pageKindOf, pageKinds } from './analytics.ts'

test.each([
  ['/history-detail/12345', '/history-detail'],
  [`/history-detail/${'k'.repeat(43)}`, '/history-detail'],
  ['/schedule-wizard-date', '/schedule-wizard/date'],
  ['/schedule-wizard/date', '/schedule-wizard/date'],
  ['/tabs/history/', '/tabs/history'],
  // What leads on, what is on its way in, and what is no page.
  ['/', null],
  ['/home', null],
  ['/tabs', null],
  ['/landing', null],
  ['/auth/callback', null],
  ['/nowhere/ada@example.com', null],
  ['/history-detail', '/history-detail'],
  ['/settings/../history-detail/7', null],
])('the page at %s counts as %s', (path, kind) => expect(pageKindOf(path)).toBe(kind))

test('no kind of a page holds a number, a token or a query', () => {
  for (const kind of pageKinds) expect(kind).toMatch(/^(\/[a-z-]{1,20}){1,2}$/)
})
