import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installOfflineStorage, removeOfflineStorage } from '../../test/offline-browser.ts'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { installPush, type PushBrowser, removePush } from '../../test/push-browser.ts'
import { createWorld, sampleToken, sampleUser } from '../../test/server/world.ts'

withMemoryServer()
let push: PushBrowser
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  installOfflineStorage()
  push = installPush({ permission: 'granted', subscription: { endpoint: 'https://push.example/1', key: 'k' } })
})
afterEach(() => {
  cleanup()
  removeOfflineStorage()
  removePush()
  vi.mocked(console.error).mockRestore()
})

const graceToken = 'token-2-of-grace'
const world = () => {
  const grace = sampleUser({ id: 2, email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' })
  const twoUsers = createWorld()
  twoUsers.users.push({ email: grace.email, password: 'long enough', user: grace })
  twoUsers.tokens.set(graceToken, 2)
  return twoUsers
}
const menuNames = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Main menu' })).findByText(name)
const loginPage = () => screen.findByRole('heading', { name: 'Log in' })

/** What another tab does to local storage. `isNotified`: whether this tab gets the storage event. */
const otherTab = {
  logOut({ isNotified = true } = {}) {
    localStorage.clear()
    if (isNotified) act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
  },
  logIn({ isNotified = true } = {}) {
    localStorage.setItem('authToken', graceToken)
    localStorage.setItem('theme', 'dark')
    if (isNotified) act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' })))
  },
}
const deviceState = () => ({
  token: localStorage.getItem('authToken'),
  theme: localStorage.getItem('theme'),
  push: push.subscription?.endpoint,
})
const stateOfGrace = { token: graceToken, theme: 'dark', push: 'https://push.example/1' }

describe('logout in another tab', () => {
  test("ends the session and hides the user's data when another tab logs out", async () => {
    openApp('/account', { world: world() })
    await menuNames('Ada Lovelace')
    otherTab.logOut()
    expect(await loginPage()).toBeInTheDocument()
    expect(screen.queryByText('Ada Lovelace')).not.toBeInTheDocument()
  })

  test('opens the dashboard of the new user after another tab logged out and in as someone else', async () => {
    const { api } = openApp('/account', { world: world() })
    await menuNames('Ada Lovelace')
    otherTab.logOut()
    await loginPage()
    otherTab.logIn()
    expect(await menuNames('Grace Hopper')).toBeInTheDocument()
    expect(path()).toBe('/tabs/dashboard')
    expect(screen.queryByDisplayValue('Ada')).not.toBeInTheDocument()
    expect(deviceState()).toEqual(stateOfGrace)
    expect(api.calls).not.toContain('auth.logout')
  })

  test("detects another tab's logout when the page is restored from the back/forward cache", async () => {
    openApp('/account', { world: world() })
    await menuNames('Ada Lovelace')
    otherTab.logOut({ isNotified: false })
    otherTab.logIn({ isNotified: false })
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(await menuNames('Grace Hopper')).toBeInTheDocument()
    expect(deviceState()).toEqual(stateOfGrace)
  })
})

describe('rejected old token', () => {
  test('keeps the session of a user who logged in from another tab when the old token is rejected', async () => {
    const { user, api } = openApp('/settings', { world: world() })
    await menuNames('Ada Lovelace')
    api.world.tokens.delete(sampleToken)
    otherTab.logOut({ isNotified: false })
    otherTab.logIn({ isNotified: false })
    await user.click((await screen.findAllByRole('switch'))[0]!)
    expect(await menuNames('Grace Hopper')).toBeInTheDocument()
    expect(deviceState()).toEqual(stateOfGrace)
  })

  test('keeps the session of a user who logged in from this tab when the old token is rejected', async () => {
    const { promise: answer, resolve: refuse } = Promise.withResolvers<Response>()
    const { user, api } = openApp('/settings', { world: world() })
    await menuNames('Ada Lovelace')
    api.break('users.changeSettings', () => answer)
    await user.click((await screen.findAllByRole('switch'))[0]!)
    await waitFor(() => expect(api.calls).toContain('users.changeSettings'))
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await loginPage()
    await user.type(await screen.findByLabelText('Email'), 'grace@example.com')
    await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
    await menuNames('Grace Hopper')
    await act(async () => refuse(Response.json({ error: 'x', code: 'unauthorized', requestId: '1' }, { status: 401 })))
    expect(await menuNames('Grace Hopper')).toBeInTheDocument()
    expect(localStorage.getItem('authToken')).toMatch(/^token-2/)
  })
})

describe('logout', () => {
  test('erases the device on logout before the server has answered', async () => {
    const { user } = openApp('/account', {
      world: world(),
      setUp: api => api.break('auth.logout', () => new Promise(() => {})),
    })
    await menuNames('Ada Lovelace')
    await createOfflineData()
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await loginPage()
    await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
    await waitFor(() => expect(push.subscription).toBeNull())
  })

  test('finishes an interrupted logout at the next start', async () => {
    await createOfflineData()
    openApp('/login', { world: world(), isSignedOut: true })
    await loginPage()
    await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
  })

  test('gives up waiting for the server 5 seconds after a logout', async () => {
    const { user } = openApp('/account', {
      world: world(),
      setUp: api => api.break('auth.logout', () => new Promise(() => {})),
    })
    await menuNames('Ada Lovelace')
    const clock = new AbortController()
    const timeoutSpy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await loginPage()
    expect(timeoutSpy).toHaveBeenCalledWith(5000)
    clock.abort()
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('Failed to end the session on the server:', expect.any(Error)),
    )
    timeoutSpy.mockRestore()
  })
})

const createOfflineData = () =>
  new Promise<void>(resolve => {
    const opening = indexedDB.open('recaps', 1)
    opening.onupgradeneeded = () => {
      for (const name of ['answers', 'pins', 'changes']) opening.result.createObjectStore(name, { keyPath: 'key' })
    }
    opening.onsuccess = () => resolve(opening.result.close())
  })
