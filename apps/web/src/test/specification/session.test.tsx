import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../open-app.tsx'
import { sampleSummary } from '../server/samples.ts'
import { sampleChannels } from '../server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../server/world.ts'

withMemoryServer()
const signedOut = { isSignedOut: true }
const log = vi.fn()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(log))
afterEach(() => {
  vi.mocked(console.error).mockRestore()
  log.mockReset()
})

const worldOf = (change: Partial<World> = {}) =>
  addSummaries(createWorld(change), [sampleSummary(1, Date.now(), { audioDurationMs: 684_000 })])
const logIn = async ({ user }: ReturnType<typeof openApp>, password = 'long enough') => {
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
}
const loginPage = () => screen.findByRole('heading', { name: 'Log in' })
const gone = (status: number) => () => Response.json({ error: 'x', code: 'unauthorized', requestId: '1' }, { status })

describe('§2: the route guard redirects to the login page [spec 2.6, 2.13, 2.27]', () => {
  test.each([
    '/tabs',
    '/tabs/dashboard',
    '/tabs/summarize',
    '/tabs/history',
    '/tabs/popular',
    '/account',
    '/settings',
    '/subscriptions',
    '/schedule-wizard-channels',
    '/schedule-wizard-date',
    '/schedule-wizard-frequency',
  ])('a visitor who opens %s is redirected to the login page [spec 2.7]', async address => {
    openApp(address, signedOut)
    expect(await loginPage()).toBeInTheDocument()
    expect(path()).toBe('/login')
  })

  test('a user whose logout is still pending is redirected to the login page [spec 2.13]', async () => {
    const { user } = openApp('/tabs/history', {
      world: worldOf(),
      setUp: api => api.break('auth.logout', () => new Promise(() => {})),
    })
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await loginPage()
    expect(localStorage).toHaveLength(0)
    act(() => window.history.back())
    await waitFor(() => expect(path()).toBe('/login'))
    expect(screen.queryByRole('heading', { name: 'My Summaries' })).not.toBeInTheDocument()
  })
})

describe('§2: the auth callback page', () => {
  const withCode = () => createWorld({ codes: new Map([['once', { userId: 1, redirect: null }]]) })

  test('the auth callback shows "Processing login, please wait..." while its token is exchanged [spec 2.8]', async () => {
    openApp('/auth/callback?token=once', {
      ...signedOut,
      setUp: api => api.break('auth.exchange', () => new Promise(() => {})),
    })
    expect(await screen.findByText('Processing login, please wait...')).toBeInTheDocument()
    expect(document.querySelector('.spinner')).toBeInTheDocument()
  })

  test('the auth callback initializes the API, stores the token and opens the schedule [spec 2.9, 4.1]', async () => {
    const { api } = openApp('/auth/callback?token=once', { ...signedOut, world: withCode() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
    expect(path()).toBe('/tabs/dashboard')
    expect(api.calls).toContain('health.status')
    expect(localStorage.getItem('authToken')).toMatch(/^token-1/)
  })

  test.each(['/auth/callback?token=wrong', '/auth/callback'])(
    'a failed auth callback opens the login page with an error: %s [spec 2.10, 8.16]',
    async at => {
      openApp(at, { ...signedOut, world: withCode() })
      await waitFor(() => expect(path()).toBe('/login?error=auth_failed'))
      expect(await screen.findByRole('alert')).toHaveTextContent('Sign-in failed.')
      expect(localStorage.getItem('authToken')).toBeNull()
    },
  )
})

test('§4: a user who logs in again before the logout request completes stays logged in [spec 4.2]', async () => {
  const { promise: isHeard, resolve: hear } = Promise.withResolvers<Response>()
  const app = openApp('/tabs/history', { world: worldOf(), setUp: api => api.break('auth.logout', () => isHeard) })
  await app.user.click(await screen.findByRole('button', { name: 'Log out' }))
  await loginPage()
  await logIn(app)
  const profile = await screen.findByRole('link', { name: 'Profile' })
  await act(async () => hear(new Response(null, { status: 204 })))
  await app.user.click(profile)
  expect(await screen.findByLabelText('First name')).toHaveValue('Ada')
  expect(localStorage.getItem('authToken')).toMatch(/^token-1/)
})

describe('§4: a 401 or 404 clears all local storage [spec 8.2]', () => {
  beforeEach(() => {
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('schedule', '{}')
  })

  test.each([401, 404])('a %i on a login call clears local storage [spec 4.4]', async status => {
    const app = openApp('/login', { ...signedOut, setUp: api => api.break('auth.login', gone(status)) })
    await logIn(app)
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(localStorage).toHaveLength(0)
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
  })

  test.each([401, 404])(
    'a %i on a password call clears local storage and opens the login page [spec 4.4]',
    async status => {
      const { user } = openApp('/account', { setUp: api => api.break('users.changePassword', gone(status)) })
      await user.click(await screen.findByRole('button', { name: 'Change Password' }))
      for (const label of ['Current password', 'New password', 'Confirm new password'])
        await user.type(screen.getByLabelText(label), 'seven words 4u')
      await user.click(screen.getByRole('button', { name: 'Update' }))
      expect(await loginPage()).toBeInTheDocument()
      expect(localStorage).toHaveLength(0)
    },
  )

  test.each([401, 404])(
    'a %i on a user call clears local storage and everything cached of the user [spec 4.3]',
    async status => {
      const app = openApp('/tabs/dashboard', {
        world: worldOf(),
        setUp: api => api.break('users.changeSettings', gone(status)),
      })
      await screen.findByRole('link', { name: 'Choose channels' })
      await app.user.click(screen.getByRole('link', { name: 'Settings' }))
      await app.user.click((await screen.findAllByRole('switch'))[0]!)
      expect(await loginPage()).toBeInTheDocument()
      expect(localStorage).toHaveLength(0)
      const before = app.api.calls.length
      await logIn(app)
      const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
      await app.user.click(menu.getByRole('link', { name: 'Schedule' }))
      await screen.findByRole('link', { name: 'Choose channels' })
      expect(app.api.calls.slice(before)).toEqual(
        expect.arrayContaining(['users.profile', 'schedules.list', 'summaries.list', 'subscriptions.user']),
      )
    },
  )
})

test('§3: local storage has exactly the keys of the specification [spec 3.19] [ASVS 14.3.3]', async () => {
  const world = worldOf({ channels: sampleChannels(1) })
  const app = openApp('/login', { ...signedOut, world })
  const { user } = app
  await logIn(app)
  const choose = await screen.findByRole('link', { name: 'Choose channels' })
  await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }))
  await user.click(choose)
  await user.type(await screen.findByRole('searchbox'), 'plain')
  await user.click(await screen.findByRole('button', { name: 'Add Plain Structures' }))
  await user.click(screen.getByRole('link', { name: 'My Summaries' }))
  await user.click(await screen.findByRole('button', { name: /^Play Why/ }))
  await user.click(await screen.findByRole('button', { name: 'Playback speed 1x' }))
  await user.click(await screen.findByRole('button', { name: '1.5x' }))
  await waitFor(() =>
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'authToken',
      'playbackSpeed',
      'schedule',
      'subscriptions',
      'theme',
      'user',
      'userSubscription',
    ]),
  )
  expect([localStorage.getItem('theme'), localStorage.getItem('playbackSpeed')]).toEqual(['dark', '1.5'])
})

test('§3: the menu shows the user’s name, remaining summaries and plan [spec 3.3]', async () => {
  openApp('/tabs/history', { world: worldOf() })
  const menu = await screen.findByRole('navigation', { name: 'Main menu' })
  expect(await within(menu).findByText('Ada Lovelace')).toBeInTheDocument()
  expect(await within(menu).findByText('7 Summaries remaining this month')).toBeInTheDocument()
  expect(within(menu).getByText('Basic Plan')).toBeInTheDocument()
})

describe('§8: errors are logged [spec 8.1]', () => {
  test('a failed query is logged', async () => {
    openApp('/tabs/history', { setUp: api => api.break('summaries.list', 'forbidden') })
    await screen.findByText('Couldn’t load your summaries')
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'Forbidden' }))
  })

  test('a failed change is logged and reported to the user', async () => {
    const { user } = openApp('/account', { setUp: api => api.break('users.changeProfile', 'internal') })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Failed to update profile')).toBeInTheDocument()
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'Internal Server Error' }))
  })

  test('blocked storage logs "Failed to initialize storage:" and later "Storage not initialized" [spec 8.11]', async () => {
    const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new Error('blocked')
    })
    openApp('/login', signedOut)
    expect(await loginPage()).toBeInTheDocument()
    expect(log).toHaveBeenCalledWith('Failed to initialize storage:', expect.objectContaining({ message: 'blocked' }))
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'Storage not initialized' }))
    blocked.mockRestore()
  })

  test('a failed start-up load is logged and loading ends [spec 8.17]', async () => {
    openApp('/tabs/history', { setUp: api => api.break('health.status', 'unavailable') })
    expect(await screen.findByRole('heading', { name: 'My Summaries' })).toBeInTheDocument()
    expect(log).toHaveBeenCalledWith('The startup load failed:', expect.objectContaining({ status: 503 }))
  })

  test('a failure to start the app is only logged [spec 8.18]', async () => {
    await import('../../main.tsx')
    expect(log).toHaveBeenCalledWith('The app could not be started:', expect.any(Error))
  })
})
