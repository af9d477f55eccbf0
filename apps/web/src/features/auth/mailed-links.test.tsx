import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { createWorld, sampleUser, type World } from '../../test/server/world.ts'

withMemoryServer()
const signedOut = { isSignedOut: true }
const mailedWorld = (purpose: 'reset' | 'verify', change: Partial<World> = {}) =>
  createWorld({ mailTokens: new Map([['the-token', { purpose, userId: 1 }]]), ...change })
const unverified = (change: Partial<World> = {}) =>
  createWorld({
    users: [{ email: 'ada@example.com', password: 'long enough', user: sampleUser({ emailVerified: false }) }],
    ...change,
  })

describe('forgotten password', () => {
  test('passes the email address typed on the login page on to the reset form', async () => {
    const { user } = openApp('/login', signedOut)
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeInTheDocument()
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
    expect(path()).toBe('/reset-password')
  })

  test.each(['ada@example.com', 'nobody@example.com'])(
    'answers a reset request for %s the same way, whether or not the account exists',
    async email => {
      const { user } = openApp('/reset-password', signedOut)
      await user.type(await screen.findByLabelText('Email'), `${email}{Enter}`)
      const heading = await screen.findByRole('heading', { name: 'Check your email' })
      expect(heading).toHaveFocus()
      const text = screen.getByRole('main').textContent.replace(email, 'ADDRESS')
      expect(text).toContain(
        'If ADDRESS has an account, we’ve sent it a link to set a new password.The link works for 30 minutes.',
      )
    },
  )

  test('rejects a reset request without a valid email address [spec 5.7]', async () => {
    const { user, api } = openApp('/reset-password', signedOut)
    await user.click(await screen.findByRole('button', { name: 'Send link' }))
    expect(await screen.findByText('Email is required')).toBeInTheDocument()
    await user.type(screen.getByLabelText('Email'), 'ada@')
    expect(await screen.findByText('Please enter a valid email')).toBeInTheDocument()
    expect(api.calls).not.toContain('auth.requestPasswordReset')
  })

  test('shows an error when there are too many reset requests', async () => {
    const { user } = openApp('/reset-password', {
      ...signedOut,
      setUp: api => api.break('auth.requestPasswordReset', 'too_many_requests'),
    })
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    expect(await screen.findByRole('alert')).toBeInTheDocument()
  })

  describe('resending the reset link', () => {
    beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
    afterEach(() => vi.useRealTimers())

    test('allows another reset link every 60 seconds', async () => {
      const { user, api } = openApp('/reset-password', signedOut)
      await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
      expect(await screen.findByRole('button', { name: /^Send again in (60|59) s$/ })).toBeDisabled()
      await act(() => vi.advanceTimersByTimeAsync(57_000))
      expect(screen.getByRole('button', { name: /^Send again in \d s$/ })).toBeDisabled()
      await act(() => vi.advanceTimersByTimeAsync(3_000))
      await user.click(await screen.findByRole('button', { name: 'Send again' }))
      expect(await screen.findByText('Sent again')).toBeInTheDocument()
      expect(screen.getByRole('button', { name: /^Send again in/ })).toBeDisabled()
      expect(api.calls.filter(call => call === 'auth.requestPasswordReset')).toHaveLength(2)
    })
  })
})

describe('reset link', () => {
  test('removes the reset token from the address bar before any request is sent', async () => {
    const hrefs: string[] = []
    openApp('/reset-password?token=the-token', {
      ...signedOut,
      world: mailedWorld('reset'),
      setUp(server) {
        const answer = server.handle
        server.handle = request => {
          hrefs.push(window.location.href)
          return answer(request)
        }
      },
    })
    expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeInTheDocument()
    await waitFor(() => expect(hrefs.length).toBeGreaterThan(0))
    expect(hrefs.filter(href => href.includes('the-token'))).toEqual([])
    expect(path()).toBe('/reset-password')
  })

  test('sets a new password with the reset link and opens the login page [spec 2.4]', async () => {
    const { user, api } = openApp('/reset-password?token=the-token', { world: mailedWorld('reset') })
    await user.type(await screen.findByLabelText('New password'), 'seven words 4u')
    expect(screen.getByText('Strong')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(path()).toBe('/login')
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(api.world.users[0]!.password).toBe('seven words 4u')
  })

  test("rejects a short new password before sending it, and shows the server's error for a common one [spec 5.7]", async () => {
    const { user, api } = openApp('/reset-password?token=the-token', { ...signedOut, world: mailedWorld('reset') })
    await user.type(await screen.findByLabelText('New password'), 'short{Enter}')
    expect(await screen.findByText('Password must be at least 8 characters')).toBeInTheDocument()
    expect(api.calls).not.toContain('auth.resetPassword')
    await user.clear(screen.getByLabelText('New password'))
    await user.type(screen.getByLabelText('New password'), 'password{Enter}')
    expect(await screen.findByText(/^That password is too common\./)).toBeInTheDocument()
  })

  test('offers to request a new link when the reset link has expired', async () => {
    const { user } = openApp('/reset-password?token=an-old-one', { ...signedOut, world: mailedWorld('reset') })
    await user.type(await screen.findByLabelText('New password'), 'seven words 4u{Enter}')
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login')
    await user.click(screen.getByRole('button', { name: 'Request a new link' }))
    expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeInTheDocument()
  })
})

describe('verification link', () => {
  const withVerifyLink = () => unverified({ mailTokens: mailedWorld('verify').mailTokens })

  test('confirms the address when the button is pressed, not when the page opens [threat 33]', async () => {
    const { user, api } = openApp('/verify-email?token=the-token', { world: withVerifyLink() })
    expect(await screen.findByText('Press the button to confirm ada@example.com.')).toBeInTheDocument()
    expect(api.calls).not.toContain('auth.verifyEmail')
    await user.click(screen.getByRole('button', { name: 'Confirm address' }))
    expect(await screen.findByText('Your email address is confirmed.')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
    expect(api.world.users[0]!.user.emailVerified).toBe(true)
    expect(api.calls.filter(call => call === 'auth.verifyEmail')).toHaveLength(1)
    expect(screen.queryByText(/^Confirm your email address: /)).not.toBeInTheDocument()
  })

  test('sends a visitor to log in and returns to the button', async () => {
    const { user, api } = openApp('/verify-email?token=the-token', { ...signedOut, world: withVerifyLink() })
    await user.click(await screen.findByRole('link', { name: 'Log in' }))
    expect(location.href).not.toContain('the-token')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
    const confirm = await screen.findByRole('button', { name: 'Confirm address' })
    expect(location.href).not.toContain('the-token')
    expect(api.calls).not.toContain('auth.verifyEmail')
    await user.click(confirm)
    expect(await screen.findByText('Your email address is confirmed.')).toBeInTheDocument()
  })

  test('shows an error for a link that belongs to another account and offers to log out', async () => {
    const world = withVerifyLink()
    world.mailTokens.set('the-token', { purpose: 'verify', userId: 4711 })
    const { user } = openApp('/verify-email?token=the-token', { world })
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    expect(await screen.findByText(/^This link is for another account\./)).toBeInTheDocument()
    expect(screen.getByText('You’re logged in as ada@example.com.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(world.users[0]!.user.emailVerified).toBe(false)
  })

  test('sends a signed-in user a new link when the verification link has expired', async () => {
    const { user, api } = openApp('/verify-email?token=old', { world: unverified() })
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    expect(await screen.findByText(/We’ll send the new one to ada@example\.com\.$/)).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('We’ve sent a link to ada@example.com.')).toBeInTheDocument()
    expect(api.calls).toContain('auth.resendVerification')
  })

  test('asks signed-out users to log in before sending a new verification link', async () => {
    const { user } = openApp('/verify-email?token=old', { ...signedOut, world: unverified() })
    await user.click(await screen.findByRole('link', { name: 'Log in' }))
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    expect(await screen.findByRole('button', { name: 'Send a new link' })).toBeInTheDocument()
  })

  test('shows that the address is already confirmed when the verification link is opened again', async () => {
    const { user } = openApp('/verify-email?token=used')
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    expect(await screen.findByText('Your email address is confirmed.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Continue' })).toBeInTheDocument()
  })

  test('offers a retry when the service does not respond to the confirmation', async () => {
    const { user, api } = openApp('/verify-email?token=the-token', {
      world: withVerifyLink(),
      setUp: server => server.break('auth.verifyEmail', () => Response.error()),
    })
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t reach the service.')
    api.repair('auth.verifyEmail')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Your email address is confirmed.')).toBeInTheDocument()
  })
})

describe('unconfirmed email address', () => {
  const text = 'Confirm your email address: we sent a link to ada@example.com.'

  test('reminds users to confirm their email address and can resend the link', async () => {
    const { user, api } = openApp('/tabs/history', { world: unverified() })
    expect(await screen.findByText(text)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Resend' }))
    expect(await screen.findByText('We’ve sent a link to ada@example.com.')).toBeInTheDocument()
    expect(api.calls).toContain('auth.resendVerification')
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })

  test('does not show the reminder to confirm the email address again once it was dismissed', async () => {
    const { user } = openApp('/tabs/history', { world: unverified() })
    await screen.findByText(text)
    await user.click(screen.getByRole('button', { name: 'Not now' }))
    expect(screen.queryByText(text)).not.toBeInTheDocument()
    // The empty page may link there, too.
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
    await user.click(menu.getByRole('link', { name: 'Generate Summary' }))
    expect(await screen.findByRole('heading', { name: 'Generate Summary' })).toBeInTheDocument()
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  })

  test('shows why the verification link could not be resent', async () => {
    const { user } = openApp('/tabs/history', {
      world: unverified(),
      setUp: api => api.break('auth.resendVerification', 'too_many_requests'),
    })
    await user.click(await screen.findByRole('button', { name: 'Resend' }))
    expect(await screen.findByText(/Too many|too many/)).toBeInTheDocument()
    expect(screen.getByText(text)).toBeInTheDocument()
  })
})

describe('server that sends no email', () => {
  const inOutbox = /open the outbox link printed in (the server’s|its) terminal/i

  test('the banner tells users where to find the link when mail goes to the outbox', async () => {
    openApp('/tabs/history', { world: unverified({ mail: 'outbox' }) })
    expect(await screen.findByText(inOutbox)).toBeInTheDocument()
    expect(document.querySelector('[href*="/dev/"]')).toBeNull()
    expect(screen.queryByText(/we sent/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Resend' })).not.toBeInTheDocument()
  })

  test('the banner tells users to ask the person who runs the server when mail goes to a folder', async () => {
    openApp('/tabs/history', { world: unverified({ mail: 'folder' }) })
    expect(
      await screen.findByText(/this server sends no email\. Ask the person who runs it for your link\./),
    ).toBeInTheDocument()
    expect(screen.queryByText(inOutbox)).not.toBeInTheDocument()
  })

  test('does not claim to have sent a reset link when mail goes to the outbox', async () => {
    const { user } = openApp('/reset-password', { ...signedOut, world: createWorld({ mail: 'outbox' }) })
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
    expect(await screen.findByRole('heading', { name: 'Your link is ready' })).toBeInTheDocument()
    expect(screen.getByText(inOutbox)).toBeInTheDocument()
    expect(screen.getByRole('main')).not.toHaveTextContent(/we’ve sent|spam/)
  })

  test('tells users to open the outbox for a new verification link', async () => {
    const { user } = openApp('/verify-email', { world: unverified({ mail: 'outbox' }) })
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByRole('link', { name: 'Continue' })).toBeInTheDocument()
    expect(screen.getByText(inOutbox)).toBeInTheDocument()
    expect(screen.queryByText(/we’ve sent|we’ll send/i)).not.toBeInTheDocument()
  })
})
