import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OpenedApp, openApp, withMemoryServer } from '../open-app.tsx'
import type { MemoryApi } from '../server/memory-api.ts'
import { type Quote, testQuotes } from './quotes.ts'

withMemoryServer()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.mocked(console.error).mockRestore())

type Press = (app: OpenedApp) => Promise<unknown>
const press =
  (...names: string[]): Press =>
  async ({ user }) => {
    for (const name of names) await user.click(await screen.findByRole('button', { name }))
  }
const edit = press('Edit')
const openPassword = press('Change Password')
const type =
  (first: Press, label: string, value: string): Press =>
  async app => {
    await first(app)
    await app.user.clear(screen.getByLabelText(label))
    if (value) await app.user.type(screen.getByLabelText(label), value)
    await app.user.tab()
  }
const passwords =
  (current: string, next: string, again = next): Press =>
  async app => {
    await openPassword(app)
    await app.user.type(screen.getByLabelText('Current password'), current)
    await app.user.type(screen.getByLabelText('New password'), next)
    await app.user.type(screen.getByLabelText('Confirm new password'), again)
    await press('Update')(app)
  }
const picture =
  (mediaType = 'image/png'): Press =>
  async () => {
    await screen.findByRole('button', { name: 'Change profile picture' })
    const file = new File(['picture'], 'me', { type: mediaType })
    await userEvent.setup({ delay: null, applyAccept: false }).upload(screen.getByLabelText('Profile picture'), file)
  }
const inTurn =
  (...presses: Press[]): Press =>
  async app => {
    for (const one of presses) await one(app)
  }

const quote = (text: string, before?: Press, more: Partial<Quote> = {}): Quote => ({
  text,
  path: '/account',
  ...(before ? { before } : {}),
  ...more,
})

describe('§2: texts of the account page [spec 2.29, 2.30]', () => {
  testQuotes([
    quote('Account Settings'),
    quote('Profile Information'),
    quote('Edit'),
    quote('Cancel', edit),
    quote('Save Changes', edit),
    quote('Change Password'),
    quote('Cancel', openPassword),
    quote('Update', openPassword),
    quote('Logout'),
  ])
})

describe('§5: validation messages of the profile form [spec 5.1, 9.7]', () => {
  testQuotes([
    // One name is enough, so the message appears only when both are missing.
    quote('First name is required', type(type(edit, 'Last name', ''), 'First name', '')),
    quote('Last name is required', type(type(edit, 'First name', ''), 'Last name', '')),
    quote('Email is required', type(edit, 'Email', '')),
    quote('Please enter a valid email', type(edit, 'Email', 'ada@')),
  ])
})

describe('§5: validation messages of the password form [spec 5.2, 9.7]', () => {
  testQuotes([
    quote('Password must be at least 8 characters', type(openPassword, 'Current password', '1234567')),
    quote('Password must be at least 8 characters', type(openPassword, 'New password', '1234567')),
    quote('Password must be at least 8 characters', type(openPassword, 'Confirm new password', '1234567')),
    quote('Passwords do not match', passwords('long enough', 'seven words 4u', 'seven words 4me')),
  ])
})

describe('§5: validation messages of other forms [spec 5.6]', () => {
  const leaveEmpty =
    (name: RegExp): Press =>
    async ({ user }) =>
      user.click(await screen.findByRole('button', { name }))
  const field =
    (label: string, value: string): Press =>
    async ({ user }) => {
      await user.type(await screen.findByLabelText(label), value)
      await user.tab()
    }
  const visitor = { isSignedOut: true }
  testQuotes([
    quote('Email is required', leaveEmpty(/^Create account$/), { path: '/registration', ...visitor }),
    quote('Email is required', leaveEmpty(/^Log in$/), { path: '/login', ...visitor }),
    quote('Email is required', leaveEmpty(/^Send link$/), { path: '/reset-password', ...visitor }),
    quote('Please enter a valid email', field('Email', 'ada@'), { path: '/login', ...visitor }),
    quote('Please enter a valid email', field('Email', 'ada@'), { path: '/reset-password', ...visitor }),
    quote('Password must be at least 8 characters', field('Password', '1234567'), {
      path: '/registration',
      ...visitor,
    }),
    quote('Password must be at least 8 characters', field('New password', '1234567'), {
      path: '/reset-password?token=t',
      ...visitor,
    }),
  ])
})

describe('§8: loading texts of the account page [spec 8.15]', () => {
  const never = (route: string) => ({ setUp: (api: MemoryApi) => api.break(route, () => new Promise(() => {})) })
  testQuotes([
    quote('Loading profile...', undefined, never('users.profile')),
    quote('Updating profile...', inTurn(edit, press('Save Changes')), never('users.changeProfile')),
    quote('Updating password...', passwords('long enough', 'seven words 4u'), never('users.changePassword')),
    quote('Uploading profile picture...', picture(), never('upload')),
  ])
})

describe('§8: toasts of the account page [spec 5.4, 5.5, 8.13]', () => {
  const broken = (route: string, fault: Parameters<MemoryApi['break']>[1] = () => Response.error()) => ({
    setUp: (api: MemoryApi) => api.break(route, fault),
  })
  const save = inTurn(edit, press('Save Changes'))
  const half = () => Response.json({ uploadUrl: '/uploads/1' })
  const toasts: [text: string, tone: 'danger' | 'success', Press | undefined, Partial<Quote>?][] = [
    ['Failed to load profile', 'danger', undefined, broken('users.profile', 'forbidden')],
    ['Failed to update profile', 'danger', save, broken('users.changeProfile')],
    ['Profile updated successfully', 'success', save],
    ['Password updated successfully', 'success', passwords('long enough', 'seven words 4u')],
    ['Failed to update password', 'danger', passwords('long enough', 'seven words 4u'), broken('users.changePassword')],
    ['The current password is wrong.', 'danger', passwords('not this one', 'seven words 4u')],
    ['Please select an image file', 'danger', picture('text/plain')],
    ['Failed to get upload URL', 'danger', picture(), broken('users.pictureUploadUrl')],
    ['Invalid upload URL response', 'danger', picture(), broken('users.pictureUploadUrl', half)],
    ['Failed to upload image', 'danger', picture(), broken('upload')],
    ['Failed to upload profile picture', 'danger', picture(), broken('users.picture')],
    ['Profile picture updated successfully', 'success', picture()],
  ]
  test.each(toasts)('the account page shows the toast “%s” (%s)', async (text, tone, before, options) => {
    const app = openApp('/account', options)
    await before?.(app)
    await waitFor(() => expect(document.querySelector(`.toast--${tone}`)).toHaveTextContent(text))
  })
})

test('§4: the profile and password forms cannot be edited at the same time [spec 4.12]', async () => {
  const app = openApp('/account')
  await edit(app)
  expect(screen.getByRole('button', { name: 'Change Password' })).toBeDisabled()
  await press('Cancel')(app)
  await openPassword(app)
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDisabled()
})
