import { passwordBody, profileBody } from '@recaps/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { createWorld, sampleUser } from '../../../test/server/world.ts'
import { passwordForm, profileForm } from './model.ts'

withMemoryServer()
const open = (options: Parameters<typeof openApp>[1] = {}) => openApp('/account', options)
const field = (name: string) => screen.findByLabelText(name)
const button = (name: string) => screen.getByRole('button', { name })

describe('profile form', () => {
  test('shows the profile read-only until Edit is pressed, then saves the changes [spec 2.29, 4.11]', async () => {
    const { user } = open()
    expect(await field('First name')).toHaveValue('Ada')
    expect(await field('First name')).toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument()
    await user.click(button('Edit'))
    expect(await field('First name')).toHaveFocus()
    await user.clear(await field('First name'))
    await user.type(await field('First name'), 'Augusta')
    await user.click(button('Save Changes'))
    expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument()
    expect(await field('First name')).toHaveAttribute('readonly')
    const menu = screen.getByRole('navigation', { name: 'Main menu' })
    expect(within(menu).getByText('Augusta Lovelace')).toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ firstName: 'Augusta' })
  })

  test('Cancel in the profile form discards what was typed [spec 4.11]', async () => {
    const { user, api } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.type(await field('Last name'), ' Byron')
    await user.click(button('Cancel'))
    expect(await field('Last name')).toHaveValue('Lovelace')
    expect(button('Edit')).toBeInTheDocument()
    expect(api.calls).not.toContain('users.changeProfile')
  })

  test.each([
    ['Email', 'ada@', 'Please enter a valid email'],
    ['Email', '', 'Email is required'],
  ])('rejects %s "%s" in the profile form with: %s [spec 5.1]', async (name, typed, sentence) => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.clear(await field(name))
    if (typed) await user.type(await field(name), typed)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(button('Save Changes')).toBeDisabled()
  })

  test.each([
    ['李', ''],
    ['', 'O'],
    ['O', 'O'],
  ])('accepts "%s" and "%s" as first and last name', async (first, last) => {
    const { user, api } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    for (const [name, typed] of [
      ['First name', first],
      ['Last name', last],
    ] as const) {
      await user.clear(await field(name))
      if (typed) await user.type(await field(name), typed)
    }
    await user.click(button('Save Changes'))
    expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument()
    expect(api.calls).toContain('users.changeProfile')
    const menu = screen.getByRole('navigation', { name: 'Main menu' })
    expect(within(menu).getAllByText(`${first} ${last}`.trim())).not.toHaveLength(0)
  })

  test('requires a first or last name, and clears both errors once one is typed', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.clear(await field('First name'))
    expect(button('Save Changes')).toBeEnabled()
    await user.clear(await field('Last name'))
    expect(await screen.findByText('First name is required')).toBeInTheDocument()
    expect(screen.getByText('Last name is required')).toBeInTheDocument()
    expect(button('Save Changes')).toBeDisabled()
    await user.type(await field('Last name'), 'O')
    await waitFor(() => expect(screen.queryByText('First name is required')).not.toBeInTheDocument())
    expect(button('Save Changes')).toBeEnabled()
  })

  test('explains that only support can change the email address only while editing', async () => {
    open()
    expect(await field('Email')).toHaveAttribute('readonly')
    expect(screen.queryByText(/Only support/)).not.toBeInTheDocument()
  })

  test('links to a support request when a different email address is typed', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(screen.getByText('Only support can change your email address.')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Request the change' })).not.toBeInTheDocument()
    await user.clear(await field('Email'))
    await user.type(await field('Email'), 'countess@example.com')
    expect(
      await screen.findByText(/Your address stays ada@example\.com until support changes it\./),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Request the change' })).toHaveAttribute('href', '/feedback')
  })

  test('saving a different email address keeps the old one and offers a prefilled support request', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.clear(await field('Email'))
    await user.type(await field('Email'), 'countess@example.com')
    await user.click(button('Save Changes'))
    expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument()
    expect(screen.getByText(/Your address stays ada@example\.com until/)).toBeInTheDocument()
    expect(await field('Email')).toHaveValue('ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Request the change' }))
    await waitFor(() => expect(path()).toBe('/feedback'))
    expect(await screen.findByDisplayValue(/to countess@example\.com\./)).toBeInTheDocument()
  })

  test('disables Cancel and Change Password while the profile is being saved', async () => {
    const { user } = open({ setUp: api => api.break('users.changeProfile', () => new Promise(() => {})) })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.click(button('Save Changes'))
    expect(await screen.findByRole('button', { name: 'Updating profile...' })).toBeInTheDocument()
    expect(button('Cancel')).toBeDisabled()
    expect(button('Change Password')).toBeDisabled()
  })

  test('moves the focus to the card heading after the profile is saved', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.click(button('Save Changes'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { name: 'Profile Information' })).toHaveFocus()
  })

  test('shows an error and keeps editing when saving the profile fails [spec 4.11]', async () => {
    const { user } = open({ setUp: api => api.break('users.changeProfile', 'internal') })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.click(button('Save Changes'))
    expect(await screen.findByText('Failed to update profile')).toBeInTheDocument()
    expect(button('Save Changes')).toBeEnabled()
  })

  test('shows an error with a retry when the profile cannot be loaded', async () => {
    const { user, api } = open({ setUp: server => server.break('users.profile', 'unavailable') })
    expect(await screen.findByRole('heading', { name: 'Failed to load profile' })).toBeInTheDocument()
    await waitFor(() => expect(screen.getAllByText('Failed to load profile')).toHaveLength(2))
    api.repair('users.profile')
    await user.click(button('Try again'))
    expect(await field('First name')).toHaveValue('Ada')
  })

  test('announces that the profile is loading', async () => {
    open({ setUp: api => api.break('users.profile', () => new Promise(() => {})) })
    expect(await screen.findByRole('status', { name: 'Loading profile...' })).toBeInTheDocument()
  })

  test('disables Save Changes while a profile has no name', async () => {
    const nameless = sampleUser({ firstName: null, lastName: null })
    const { user } = open({
      world: createWorld({ users: [{ email: nameless.email, password: 'x', user: nameless }] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await waitFor(() => expect(button('Save Changes')).toBeDisabled())
  })
})

describe('password form', () => {
  const fill = async ({ user }: ReturnType<typeof open>, [current, next, again]: [string, string, string]) => {
    await user.click(await screen.findByRole('button', { name: 'Change Password' }))
    if (current) await user.type(await field('Current password'), current)
    if (next) await user.type(await field('New password'), next)
    if (again) await user.type(await field('Confirm new password'), again)
    await user.click(button('Update'))
  }

  test('changing the password removes the token and opens the login page [spec 2.30, 4.6]', async () => {
    const app = open()
    await fill(app, ['long enough', 'seven words 4u', 'seven words 4u'])
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(path()).toBe('/login')
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(app.api.world.users[0]!.password).toBe('seven words 4u')
    expect(app.api.calls).not.toContain('auth.logout')
    // Logging in with the new password returns to the same page.
    expect(screen.getByText('You were logged out. Log in to pick up where you left off.')).toBeInTheDocument()
    await app.user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await app.user.type(screen.getByLabelText('Password'), 'seven words 4u{Enter}')
    await waitFor(() => expect(path()).toBe('/account'))
  })

  test('an invalid password form marks all fields and sends nothing [spec 5.3]', async () => {
    const app = open()
    await fill(app, ['', '', ''])
    expect(await screen.findAllByText('Password must be at least 8 characters')).toHaveLength(3)
    expect(app.api.calls).not.toContain('users.changePassword')
  })

  test('rejects a new password that does not match its confirmation [spec 5.2]', async () => {
    const app = open()
    await fill(app, ['long enough', 'seven words 4u', 'seven words 4me'])
    expect(await screen.findByText('Passwords do not match')).toBeInTheDocument()
    expect(app.api.calls).not.toContain('users.changePassword')
    await app.user.clear(await field('Confirm new password'))
    await app.user.type(await field('Confirm new password'), 'seven words 4u')
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument())
  })

  test("shows the server's error for a wrong current password and does not log out [spec 8.14]", async () => {
    const app = open()
    await fill(app, ['not this one', 'seven words 4u', 'seven words 4u'])
    expect(await screen.findAllByText('The current password is wrong.')).toHaveLength(2)
    expect(await field('Current password')).toHaveFocus()
    expect(localStorage.getItem('authToken')).not.toBeNull()
    expect(path()).toBe('/account')
  })

  test('shows an error when the password could not be changed', async () => {
    const app = open({ setUp: api => api.break('users.changePassword', () => Response.error()) })
    await fill(app, ['long enough', 'seven words 4u', 'seven words 4u'])
    expect(await screen.findByText('Failed to update password')).toBeInTheDocument()
  })

  test('moves the focus to the card heading when the password form is closed', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Change Password' }))
    await user.click(button('Cancel'))
    expect(button('Change Password')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Change Password' })).toHaveFocus()
  })

  test('profile and password cannot be edited at the same time', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(button('Change Password')).toBeDisabled()
    await user.click(button('Cancel'))
    await user.click(button('Change Password'))
    expect(button('Edit')).toBeDisabled()
    await user.click(button('Cancel'))
    expect(button('Edit')).toBeEnabled()
    expect(button('Change Password')).toBeEnabled()
  })
})

describe('profile picture', () => {
  const png = (name = 'me.png', type = 'image/png') => new File(['picture'], name, { type })
  /** Ignores `accept`, as a user can choose any file in the file chooser. */
  const choose = async (file: File) => {
    await screen.findByRole('button', { name: 'Change profile picture' })
    await userEvent.setup({ delay: null, applyAccept: false }).upload(screen.getByLabelText('Profile picture'), file)
  }

  test('uploads a profile picture to the URL from the server and shows it [spec 2.28]', async () => {
    const { api, user } = open()
    await choose(png())
    expect(await screen.findByText('Profile picture updated successfully')).toBeInTheDocument()
    expect([...api.world.uploads.values()]).toEqual([{ type: 'image/png', bytes: 7 }])
    expect(document.querySelector('.profile-head img')).toHaveAttribute('src', '/icon-192.png')
    expect(document.querySelector('.side-menu img')).toHaveAttribute('src', '/icon-192.png')
    await user.click(button('Remove picture'))
    expect(await screen.findByText('Profile picture removed')).toBeInTheDocument()
    expect(document.querySelector('.profile-head img')).toBeNull()
  })

  test('rejects a profile picture that is not an image [spec 5.4]', async () => {
    const { api } = open()
    await choose(png('notes.txt', 'text/plain'))
    expect(await screen.findByText('Please select an image file')).toBeInTheDocument()
    expect(api.calls).not.toContain('users.pictureUploadUrl')
  })

  test.each([
    ['users.pictureUploadUrl', 'internal', 'Failed to get upload URL'],
    ['users.pictureUploadUrl', () => Response.json({ uploadUrl: '/uploads/1' }), 'Invalid upload URL response'],
    ['upload', 'forbidden', 'Failed to upload image'],
    ['upload', () => Response.error(), 'Failed to upload image'],
    ['users.picture', () => Response.error(), 'Failed to upload profile picture'],
  ] as const)('when %s fails (%s), changing the picture shows: %s', async (route, fault, sentence) => {
    open({ setUp: api => api.break(route, fault) })
    await choose(png())
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(button('Change profile picture')).toBeEnabled()
  })

  test('explains outside the toast why the server rejected a profile picture', async () => {
    open()
    await choose(png('me.svg', 'image/svg+xml'))
    expect(await screen.findByText('Failed to upload profile picture')).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(/^We can’t read this picture\./)
  })

  test('shows that a profile picture is being uploaded', async () => {
    open({ setUp: api => api.break('upload', () => new Promise(() => {})) })
    await choose(png())
    expect(await screen.findByText('Uploading profile picture...')).toBeInTheDocument()
    expect(button('Change profile picture')).toBeDisabled()
  })
})

test('Logout opens the login page [spec 2.31]', async () => {
  const { user, api } = open()
  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
  expect(api.calls).toContain('auth.logout')
  expect(localStorage).toHaveLength(0)
})

describe('account forms and contract', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('A', 'Al', ' A ', 'x'.repeat(101), 'x'.repeat(300), 'longenough'))

  test('the profile form and the contract accept the same names [spec 5.1]', () => {
    fc.assert(
      fc.property(text, text, (firstName, lastName) => {
        const form = { firstName, lastName, email: 'ada@example.com' }
        expect(profileForm.safeParse(form).success).toBe(profileBody.safeParse(form).success)
      }),
    )
  })

  test('the contract accepts every password that the password form accepts', () => {
    fc.assert(
      fc.property(text, text, (currentPassword, newPassword) => {
        const form = { currentPassword, newPassword, confirmPassword: newPassword }
        if (passwordForm.safeParse(form).success) expect(passwordBody.safeParse(form).success).toBe(true)
      }),
    )
  })
})
