import { expect, test } from 'vitest'
import { pages, pagesAt } from './pages.ts'

const { login, registration, resetPassword, callback, verifyEmail, account, shell, generate, history, detail } = pages

test.each([
  ['/', false, [login]],
  ['/tabs/history', false, [login]],
  ['/registration', false, [registration]],
  ['/reset-password', false, [resetPassword]],
  ['/auth/callback', false, [callback]],
  ['/verify-email', true, [verifyEmail]],
  ['/', true, [shell, generate]],
  ['/tabs/summarize', true, [shell, generate]],
  ['/tabs/history', true, [shell, history]],
  ['/history-detail/7', true, [shell, detail]],
  ['/account', true, [shell, account]],
  ['/nowhere', true, []],
])('%s (signed in: %s) is fetched before the app runs', (path, isSignedIn, needed) => {
  expect(pagesAt(path, isSignedIn)).toEqual(needed)
})
