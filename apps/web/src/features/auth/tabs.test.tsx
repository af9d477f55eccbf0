import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installKeeping, removeKeeping } from '../../test/keeping-browser.ts'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { installPush, type PushBrowser, removePush } from '../../test/push-browser.ts'
import { createWorld, sampleToken, sampleUser } from '../../test/server/world.ts'

withMemoryServer()
let push: PushBrowser
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  installKeeping()
  push = installPush({ permission: 'granted', subscription: { endpoint: 'https://push.example/1', key: 'k' } })
})
afterEach(() => {
  cleanup()
  removeKeeping()
  removePush()
  vi.mocked(console.error).mockRestore()
})

const graceToken = 'token-2-of-grace'
const world = () => {
  const grace = sampleUser({ id: 2, email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' })
  const made = createWorld()
  made.users.push({ email: grace.email, password: 'long enough', user: grace })
  made.tokens.set(graceToken, 2)
  return made
}
const menuNames = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Main menu' })).findByText(name)
const loginPage = () => screen.findByRole('heading', { name: 'Log in' })

/** What another tab stores; `isHeard` as browsers tell it to all the others. */
const elsewhere = {
  logOut({ isHeard = true } = {}) {
    localStorage.clear()
    if (isHeard) act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
  },
  logIn({ isHeard = true } = {}) {
    localStorage.setItem('authToken', graceToken)
    localStorage.setItem('theme', 'dark')
    if (isHeard) act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' })))
  },
}
const ofDevice = () => ({
  token: localStorage.getItem('authToken'),
  theme: localStorage.getItem('theme'),
  push: push.subscription?.endpoint,
})
const ofGrace = { token: graceToken, theme: 'dark', push: 'https://push.example/1' }

describe('a log-out in another tab', () => {
  test('ends the session here too, and shows nothing of the user any more', async () => {
    openApp('/account', { world: world() })
    await menuNames('Ada Lovelace')
    elsewhere.logOut()
    expect(await loginPage()).toBeInTheDocument()
    expect(screen.queryByText('Ada Lovelace')).not.toBeInTheDocument()
  })

  test('and a log-in after it lets the one who is there now in here, but not where the other one was', async () => {
    const { api } = openApp('/account', { world: world() })
    await menuNames('Ada Lovelace')
    elsewhere.logOut()
    await loginPage()
    elsewhere.logIn()
    expect(await menuNames('Grace Hopper')).toBeInTheDocument()
    expect(path()).toBe('/tabs/dashboard')
    expect(screen.queryByDisplayValue('Ada')).not.toBeInTheDocument()
    expect(ofDevice()).toEqual(ofGrace)
    expect(api.calls).not.toContain('auth.logout')
  })

  test('is found out when the page comes back out of the memory of the browser', async () => {
    openApp('/account', { world: world() })
    await menuNames('Ada Lovelace')
    elsewhere.logOut({ isHeard: false })
    elsewhere.logIn({ isHeard: false })
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(await menuNames('Grace Hopper')).toBeInTheDocument()
    expect(ofDevice()).toEqual(ofGrace)
  })
})

describe('an old token that is refused', () => {
  test('takes nothing from whoever has logged in since in another tab', async () => {
    const { user, api } = openApp('/settings', { world: world() })
    await menuNames('Ada Lovelace')
    api.world.tokens.delete(sampleToken)
    elsewhere.logOut({ isHeard: false })
    elsewhere.logIn({ isHeard: false })
    await user.click((await screen.findAllByRole('switch'))[0]!)
    expect(await menuNames('Grace Hopper')).toBeInTheDocument()
    expect(ofDevice()).toEqual(ofGrace)
  })

  test('takes nothing from whoever has logged in since in the same tab', async () => {
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

describe('a log-out', () => {
  test('erases the device before the server has answered', async () => {
    const { user } = openApp('/account', {
      world: world(),
      setUp: api => api.break('auth.logout', () => new Promise(() => {})),
    })
    await menuNames('Ada Lovelace')
    await keepSomething()
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await loginPage()
    await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
    await waitFor(() => expect(push.subscription).toBeNull())
  })

  test('that was cut off is finished at the next start', async () => {
    await keepSomething()
    openApp('/login', { world: world(), isSignedOut: true })
    await loginPage()
    await waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
  })

  test('waits for the server no longer than 5 s', async () => {
    const { user } = openApp('/account', {
      world: world(),
      setUp: api => api.break('auth.logout', () => new Promise(() => {})),
    })
    await menuNames('Ada Lovelace')
    const clock = new AbortController()
    const waits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await loginPage()
    expect(waits).toHaveBeenCalledWith(5000)
    clock.abort()
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('The server was not told of the log-out:', expect.any(Error)),
    )
    waits.mockRestore()
  })
})

const keepSomething = () =>
  new Promise<void>(resolve => {
    const opening = indexedDB.open('recaps', 1)
    opening.onupgradeneeded = () => {
      for (const name of ['answers', 'pins', 'changes']) opening.result.createObjectStore(name, { keyPath: 'key' })
    }
    opening.onsuccess = () => resolve(opening.result.close())
  })
