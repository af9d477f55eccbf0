import { expect, test } from 'vitest'
import { pages, pagesAt } from './pages.ts'

const { login, registration, resetPassword, callback, verifyEmail, account, shell, generate, history, detail } = pages
const { home, schedule, subscriptions, wizardChannels, wizardDate, wizardFrequency } = pages

test.each([
  ['/', false, [login]],
  ['/tabs/history', false, [login]],
  ['/registration', false, [registration]],
  ['/reset-password', false, [resetPassword]],
  ['/auth/callback', false, [callback]],
  ['/verify-email', true, [verifyEmail]],
  ['/', true, [shell, home]],
  ['/tabs', true, [shell, schedule]],
  ['/tabs/dashboard', true, [shell, schedule]],
  ['/schedule-wizard-channels', true, [shell, wizardChannels]],
  ['/schedule-wizard-date', true, [shell, wizardDate]],
  ['/schedule-wizard-frequency', true, [shell, wizardFrequency]],
  ['/tabs/summarize', true, [shell, generate]],
  ['/tabs/history', true, [shell, history]],
  ['/history-detail/7', true, [shell, detail]],
  ['/account', true, [shell, account]],
  ['/subscriptions', true, [shell, subscriptions]],
  ['/nowhere', true, []],
])('%s (signed in: %s) is fetched before the app runs', (path, isSignedIn, needed) => {
  expect(pagesAt(path, isSignedIn)).toEqual(needed)
})
