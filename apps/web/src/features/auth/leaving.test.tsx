import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { createWorld, sampleUser } from '../../test/server/world.ts'

withMemoryServer()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.mocked(console.error).mockRestore())

const lost = 'You were logged out. Log in to go on where you were.'
const withGrace = () => {
  const grace = sampleUser({ id: 2, email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' })
  const world = createWorld()
  world.users.push({ email: grace.email, password: 'long enough', user: grace })
  return world
}
const loginPage = () => screen.findByRole('heading', { name: 'Log in' })
const logIn = async ({ user }: ReturnType<typeof openApp>, email = 'grace@example.com') => {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
}
const firstPage = async () => {
  expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
  expect(path()).toBe('/tabs/dashboard')
}

describe('who leaves on purpose', () => {
  test('hands nobody the page they were on: whoever logs in next begins at the first one', async () => {
    const app = openApp('/tabs/history?q=divorce', { world: withGrace() })
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }))
    await loginPage()
    expect(screen.queryByText(lost)).not.toBeInTheDocument()
    await logIn(app)
    await firstPage()
  })

  test('hands it to nobody who makes an account next either', async () => {
    const { user } = openApp('/tabs/history?q=divorce')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await user.click(await screen.findByRole('link', { name: 'Create an account' }))
    await screen.findByRole('heading', { name: 'Create an account' })
    await user.type(screen.getByLabelText('Email'), 'grace@example.com')
    await user.type(screen.getByLabelText('Password'), 'seven words 4u{Enter}')
    expect(await screen.findByRole('heading', { name: 'Generate Summary' })).toBeInTheDocument()
    expect(path()).toBe('/tabs/summarize')
  })

  test.each(['at once', 'after a wrong password'])('hands it to nobody who goes back in the browser %s', async when => {
    const app = openApp('/tabs/history?q=divorce', { world: withGrace() })
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }))
    await loginPage()
    if (when !== 'at once') {
      await logIn(app, 'somebody@example.com')
      await screen.findByRole('alert')
    }
    act(() => window.history.back())
    await waitFor(() => expect(window.history.state.idx).toBe(0))
    await waitFor(() => expect(path()).toBe('/login'))
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(''))
    expect(screen.queryByText(lost)).not.toBeInTheDocument()
    await logIn(app)
    await firstPage()
  })

  test('hands it to nobody with their account, once that is deleted', async () => {
    const app = openApp('/settings', { world: withGrace() })
    await app.user.click(await screen.findByRole('button', { name: 'Delete account' }))
    await app.user.type(await screen.findByLabelText('Your password'), 'long enough{Enter}')
    await loginPage()
    expect(screen.queryByText(lost)).not.toBeInTheDocument()
    await logIn(app)
    await firstPage()
  })
})

describe('who is logged out by the server in mid-use', () => {
  test('is told so, and goes on where they were', async () => {
    const app = openApp('/tabs/history?q=divorce')
    await screen.findByRole('button', { name: 'Log out' })
    await waitFor(() => expect(app.api.calls).toContain('users.profile'))
    app.api.world.tokens.clear()
    await app.user.type(await screen.findByRole('searchbox'), 'd')
    await loginPage()
    expect(screen.getByText(lost)).toBeInTheDocument()
    await logIn(app, 'ada@example.com')
    await waitFor(() => expect(path()).toMatch(/^\/tabs\/history\?q=divorce/))
    expect(await screen.findByRole('heading', { level: 1, name: 'My Summaries' })).toBeInTheDocument()
  })

  test('hears of a wrong password instead, once they try', async () => {
    const { user, api } = openApp('/settings')
    const [first] = await screen.findAllByRole('switch')
    api.world.tokens.clear()
    await user.click(first!)
    expect(await screen.findByText(lost)).toBeInTheDocument()
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'not this one{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email address or password.')
    expect(screen.queryByText(lost)).not.toBeInTheDocument()
  })
})

test('a visitor who opens a page by its address is told of no log-out, and brought there', async () => {
  const app = openApp('/tabs/history?q=bridges', { isSignedOut: true })
  await loginPage()
  expect(screen.queryByText(lost)).not.toBeInTheDocument()
  await logIn(app, 'ada@example.com')
  await waitFor(() => expect(path()).toBe('/tabs/history?q=bridges'))
})
