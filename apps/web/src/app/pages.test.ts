import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appLinkPaths } from '@recaps/domain/app-links'
import { expect, test } from 'vitest'
import { type Load, pages, pagesToPreload } from './pages.ts'

const sources = join(import.meta.dirname, '..')

const { login, registration, resetPassword, callback, verifyEmail, account, shell, generate, history, detail } = pages
const { faq, support, terms, privacy, feedback } = pages
const { home, schedule, subscriptions, wizardChannels, wizardDate, wizardFrequency, popular, shared } = pages

test.each([
  ['/', false, []],
  ['/home', false, [login]],
  ['/tabs/history', false, [login]],
  ['/registration', false, [registration]],
  ['/reset-password', false, [resetPassword]],
  ['/auth/callback', false, [callback]],
  ['/verify-email', true, [verifyEmail]],
  ['/', true, [shell, home]],
  ['/home', true, [shell, home]],
  ['/tabs', true, [shell, schedule]],
  ['/tabs/dashboard', true, [shell, schedule]],
  ['/schedule-wizard-channels', true, [shell, wizardChannels]],
  ['/schedule-wizard-date', true, [shell, wizardDate]],
  ['/schedule-wizard/date', true, [shell, wizardDate]],
  ['/schedule-wizard/channels', true, [shell, wizardChannels]],
  ['/schedule-wizard/frequency', true, [shell, wizardFrequency]],
  ['/schedule-wizard-frequency', true, [shell, wizardFrequency]],
  ['/tabs/summarize', true, [shell, generate]],
  ['/tabs/history', true, [shell, history]],
  ['/tabs/popular', true, [shell, popular]],
  ['/history-detail/7', true, [shell, detail]],
  ['/history-detail/7', false, [login]],
  [`/history-detail/${'k'.repeat(43)}`, false, [shared]],
  [`/history-detail/${'k'.repeat(43)}`, true, [shell, shared]],
  ['/account', true, [shell, account]],
  ['/subscriptions', true, [shell, subscriptions]],
  ['/faq', false, [faq]],
  ['/support', true, [shell, support]],
  ['/terms', false, [terms]],
  ['/privacy', true, [shell, privacy]],
  ['/feedback', false, [feedback]],
  ['/nowhere', true, []],
])('the code for %s (signed in: %s) is preloaded before the app runs', (path, isSignedIn, needed) => {
  expect(pagesToPreload(path, isSignedIn)).toEqual(needed)
})

test.each(appLinkPaths)('an app link to %s opens a page of the app', path => {
  expect(pagesToPreload(path.replace('*', '7'), true)).not.toEqual([])
})

test('every page is opened by at least one test that runs against the contract’s server', () => {
  const opened = new Set<Load>()
  for (const file of globSync('**/*.test.tsx', { cwd: sources })) {
    const text = readFileSync(join(sources, file), 'utf8')
    if (!text.includes('openApp(')) continue
    // Any path in the file: a test may pass it to openApp from a table.
    for (const [, address] of text.matchAll(/['"`](\/[^'"`\n ]*)['"`]/g)) {
      const path = address!.replace(/\$\{.*\}/, 'k')
      for (const isSignedIn of [true, false]) for (const page of pagesToPreload(path, isSignedIn)) opened.add(page)
    }
  }
  const missing = Object.entries(pages).filter(([, load]) => !opened.has(load))
  // The 404 page has no path of its own.
  expect(missing.map(([name]) => name)).toEqual(['notFound'])
})
