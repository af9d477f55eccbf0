import fc from 'fast-check'
import { expect, it } from 'vitest'
import { appLinkPaths, opensInApp } from './app-links.ts'
import { paymentReturnPath } from './billing.ts'

it.each([
  '/history-detail/7',
  '/history-detail/7?t=12#s3',
  `/history-detail/${'k-_'.repeat(14)}k`,
  '/tabs/history?run=12',
  '/tabs/dashboard',
  '/settings',
  '/subscriptions?from=mail',
  '/reset-password?token=abc',
  '/verify-email?token=abc',
])('a link to %s opens the app', path => expect(opensInApp(path)).toBe(true))

it.each([
  ['the landing page', ['/', '/landing', '/?ref=mail']],
  ['legal and help pages', ['/terms', '/privacy', '/faq', '/support']],
  ['an unsubscribe link', ['/unsubscribe/7.digest.aaaa']],
  ['an API or file URL', ['/api/summaries', '/audio/7/x.mp3', '/exports/1/x.zip', '/health', '/app.html']],
  [
    'a sign-in that was started in a browser',
    ['/auth/callback?token=once', '/login?error=auth_failed', '/google', '/apple'],
  ],
  ['the return page of the payment provider', [paymentReturnPath, `${paymentReturnPath}?plan=pro`]],
  ['a page that does not exist', ['/history-detail', '/history-detail/', '/tabs', '/tabs/history/7', '/settings/x']],
])('a link to %s stays in the browser', (_, paths) => {
  for (const path of paths) expect([path, opensInApp(path)]).toEqual([path, false])
})

it.each([
  '',
  '/\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  'https://recaps.example/settings',
  'app.recaps://settings',
  'intent://settings#Intent;scheme=https;end',
  'settings',
  '/Settings',
  '/settings/',
  '//settings',
  '/settings//',
  '//evil.example/settings',
  '/tabs//history',
  '/tabs/../settings',
  '/./settings',
  '/history-detail/..',
  '/history-detail/../api/users/profile',
  '/history-detail/%2e%2e',
  '/history-detail/..%2f..%2fapi',
  '/history-detail/7%2F8',
  '/history-detail%2F7',
  '/%73ettings',
  '/history-detail/7/8',
  '/history-detail/7;x',
  '/history-detail/7\\..\\8',
  '/history-detail/7\n/8',
  '/settings\n?x',
  '/settings\u0000',
  '/settings?x=\u0000',
  '/settings?x=\\\\evil.example',
  '/history-detail/٧',
  '/api/x?/settings',
  '/api/x#/settings',
])('the non-canonical or foreign link %j does not open the app', path => expect(opensInApp(path)).toBe(false))

it('opens in the app only links that a browser resolves to one of the listed pages', () => {
  const piece = fc.constantFrom(
    ...appLinkPaths,
    ...['/', '\\', '.', '..', '%2e', '%2f', '\t', ':', '@', '?', '#', ';', '//', 'history-detail', 'evil.example', 'a'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), pieces => {
      const path = pieces.join('').replace('*', '7')
      fc.pre(opensInApp(path))
      const { origin, pathname } = new URL(path, 'https://recaps.example')
      expect(origin).toBe('https://recaps.example')
      expect(appLinkPaths.map(String)).toContain(pathname.replace(/^\/history-detail\/[^/]+$/, '/history-detail/*'))
    }),
    { numRuns: 5_000 },
  )
})
