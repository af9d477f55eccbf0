import type { Shot } from './shot.ts'
import { neverRespond, press } from './steps.ts'

/** Login, registration and the auth callback. */
export const authShots: Shot[] = [
  { name: 'login', state: 'full', path: '/login', isSignedOut: true },
  {
    name: 'login-wrong',
    state: 'error',
    path: '/login',
    isSignedOut: true,
    async prepare(page) {
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'login-busy',
    path: '/login',
    state: 'loading',
    isSignedOut: true,
    setUp: api => api.break('auth.login', neverRespond),
    async prepare(page) {
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('long enough')
      await press('Log in')(page)
    },
  },
  { name: 'login-200', path: '/login', isSignedOut: true, text: 200 },
  { name: 'login-auth-failed', path: '/login?error=auth_failed', isSignedOut: true },
  {
    name: 'registration',
    state: 'full',
    path: '/registration',
    isSignedOut: true,
    async prepare(page) {
      await page.getByLabel('Email').fill('grace@example')
      await page.getByLabel('Password', { exact: true }).fill('seven words 4u')
      await page.getByLabel('Password', { exact: true }).blur()
    },
  },
  {
    name: 'registration-taken',
    path: '/registration',
    state: 'error',
    isSignedOut: true,
    async prepare(page) {
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('seven words 4u')
      await press('Create account')(page)
    },
  },
  {
    name: 'registration-busy',
    path: '/registration',
    state: 'loading',
    isSignedOut: true,
    setUp: api => api.break('auth.register', neverRespond),
    async prepare(page) {
      await page.getByLabel('Email').fill('grace@example.com')
      await page.getByLabel('Password', { exact: true }).fill('seven words 4u')
      await press('Create account')(page)
    },
  },
  {
    name: 'callback',
    path: '/auth/callback?token=x',
    state: 'loading',
    isSignedOut: true,
    setUp: api => api.break('auth.exchange', neverRespond),
  },
  { name: 'callback-refused', path: '/auth/callback?token=x', state: 'error', isSignedOut: true },
  { name: 'registration-200', path: '/registration', isSignedOut: true, text: 200 },
]
