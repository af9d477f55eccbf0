import type { AccountExport } from '@recaps/contract'
import type { Page } from 'playwright'
import { createWorld, sampleUser } from '../server/world.ts'
import { hiddenChannels } from './popular-shots.ts'
import type { Shot } from './shot.ts'
import { expandToFullPage, neverRespond, press, waitForRetries } from './steps.ts'

const worldOf = (change: Parameters<typeof sampleUser>[0]) => () =>
  createWorld({ users: [{ email: 'ada@example.com', password: 'long enough', user: sampleUser(change) }] })
const typeNewPassword = async (page: Page) => {
  await page.getByLabel('New password', { exact: true }).fill('seven words 4u')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForTimeout(400)
}

const pressConfirm = async (page: Page) => {
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.waitForTimeout(400)
}

const exported: AccountExport = {
  state: 'ready',
  requestedAt: '2026-01-05T09:00:00.000Z',
  readyAt: '2026-01-05T09:01:00.000Z',
  expiresAt: '2026-01-12T09:01:00.000Z',
  bytes: 23_400_000,
  url: '/exports/1/file.zip',
}

/** Account, settings and feedback pages. */
export const accountShots: Shot[] = [
  { name: 'reset-ask', state: 'full', path: '/reset-password', isSignedOut: true },
  {
    name: 'reset-sent',
    path: '/reset-password',
    isSignedOut: true,
    async prepare(page) {
      await page.getByLabel('Email').fill('ada.king.countess.of.lovelace@example.com')
      await press('Send link')(page)
    },
  },
  { name: 'reset-new', path: '/reset-password?token=t', isSignedOut: true },
  {
    name: 'reset-expired',
    state: 'error',
    path: '/reset-password?token=t',
    isSignedOut: true,
    prepare: typeNewPassword,
  },
  { name: 'reset-200', path: '/reset-password?token=t', isSignedOut: true, text: 200 },
  {
    name: 'reset-busy',
    path: '/reset-password?token=t',
    state: 'loading',
    isSignedOut: true,
    setUp: api => api.break('auth.resetPassword', neverRespond),
    prepare: typeNewPassword,
  },
  { name: 'verify-visitor', state: 'full', path: '/verify-email?token=t', isSignedOut: true },
  { name: 'verify-press', state: 'full', path: '/verify-email?token=t', world: worldOf({ emailVerified: false }) },
  {
    name: 'verify-busy',
    path: '/verify-email?token=t',
    state: 'loading',
    world: worldOf({ emailVerified: false }),
    setUp: api => api.break('auth.verifyEmail', neverRespond),
    prepare: pressConfirm,
  },
  {
    name: 'verify-expired',
    path: '/verify-email?token=t',
    state: 'error',
    world: worldOf({ emailVerified: false }),
    prepare: pressConfirm,
  },
  { name: 'verify-resend', state: 'full', path: '/verify-email', world: worldOf({ emailVerified: false }) },
  { name: 'verify-banner', path: '/tabs/history', world: worldOf({ emailVerified: false }) },
  { name: 'account', state: 'full', path: '/account' },
  { name: 'account-nameless', state: 'empty', path: '/account', world: worldOf({ firstName: null, lastName: null }) },
  {
    name: 'account-edit',
    path: '/account',
    async prepare(page) {
      await press('Edit')(page)
      await page.getByLabel('First name').fill('A')
      await page.getByLabel('Email').fill('countess@example.com')
      await page.waitForTimeout(300)
    },
  },
  {
    name: 'account-password',
    path: '/account',
    async prepare(page) {
      await press('Change Password')(page)
      await page.getByLabel('Current password').fill('not this one')
      await page.getByLabel('New password', { exact: true }).fill('seven words 4u')
      await page.getByLabel('Confirm new password').fill('seven words 4u')
      await press('Update')(page)
    },
  },
  {
    name: 'account-loading',
    state: 'loading',
    path: '/account',
    setUp: api => api.break('users.profile', neverRespond),
  },
  {
    name: 'account-broken',
    state: 'error',
    path: '/account',
    setUp: api => api.break('users.profile', 'internal'),
    prepare: waitForRetries,
  },
  {
    name: 'account-picture',
    path: '/account',
    world: worldOf({ profilePicture: '/icon-512.png' }),
    setUp: api => api.break('upload', neverRespond),
    async prepare(page) {
      const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('picture') }
      await page.locator('input[type="file"]').setInputFiles(file)
      await page.waitForTimeout(400)
    },
  },
  { name: 'account-200', path: '/account', text: 200, prepare: press('Change Password') },
  { name: 'settings', state: 'full', path: '/settings', prepare: expandToFullPage },
  { name: 'settings-voice-playing', path: '/settings', prepare: press('Listen to Fable, British') },
  {
    name: 'settings-voice-failed',
    path: '/settings',
    async prepare(page) {
      await page.route('**/audio/voices/**', route => route.abort())
      await press('Listen to Fable, British')(page)
    },
  },
  {
    name: 'settings-voices-200',
    path: '/settings',
    text: 200,
    prepare: page => page.getByText('Reads your next summaries').scrollIntoViewIfNeeded(),
  },
  { name: 'settings-voices-broken', path: '/settings', setUp: api => api.break('voices.list', 'forbidden') },
  { name: 'settings-200', path: '/settings', text: 200 },
  {
    name: 'settings-loading',
    state: 'loading',
    path: '/settings',
    setUp: api => api.break('users.settings', neverRespond),
  },
  {
    name: 'settings-broken',
    state: 'error',
    path: '/settings',
    setUp: api => api.break('users.settings', 'internal'),
    prepare: waitForRetries,
  },
  {
    name: 'settings-hidden',
    path: '/settings',
    world: () => createWorld({ hiddenChannels }),
    prepare: page => page.getByRole('heading', { name: 'Hidden channels' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-data',
    path: '/settings',
    world: () => createWorld({ export: exported }),
    prepare: page => page.getByRole('heading', { name: 'Delete account' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-delete',
    path: '/settings',
    async prepare(page) {
      await press('Delete account')(page)
      await page.getByLabel('Your password').fill('not this one')
      await press('Delete permanently')(page)
    },
  },
  { name: 'feedback-visitor', path: '/feedback', isSignedOut: true },
  { name: 'feedback-user', state: 'full', path: '/feedback' },
  {
    name: 'feedback-wrong',
    state: 'error',
    path: '/feedback',
    async prepare(page) {
      await page.getByLabel('Email (optional)').fill('ada@')
      await press('Send', { exact: true })(page)
    },
  },
  {
    name: 'feedback-long',
    path: '/feedback',
    async prepare(page) {
      await page.getByLabel('Message').fill('Nothing goes on here. '.repeat(500).slice(0, 9_990))
      await page.getByText('Not included: your message is too long').scrollIntoViewIfNeeded()
    },
  },
  { name: 'feedback-200', path: '/feedback', isSignedOut: true, text: 200 },
  {
    name: 'feedback-busy',
    path: '/feedback',
    state: 'loading',
    setUp: api => api.break('feedback.send', neverRespond),
    async prepare(page) {
      await page.getByLabel('Subject').fill('Captions')
      await page.getByLabel('Message').fill('Please.')
      await press('Send', { exact: true })(page)
    },
  },
  {
    name: 'feedback-sent',
    path: '/feedback',
    async prepare(page) {
      await page.getByLabel('Subject').fill('Captions')
      await page.getByLabel('Message').fill('Please.')
      await press('Send', { exact: true })(page)
    },
  },
]
