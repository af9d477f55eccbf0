import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { createWorld, sampleUser } from '../../test/server/world.ts'

withMemoryServer()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.mocked(console.error).mockRestore())

const loggedOutText = 'You were logged out. Log in to pick up where you left off.'
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
const expectDashboard = async () => {
  expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
  expect(path()).toBe('/tabs/dashboard')
}

describe('logout by the user', () => {
  test("opens the dashboard, not the previous user's page, when another user logs in after a logout", async () => {
    const app = openApp('/tabs/history?q=divorce', { world: withGrace() })
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }))
    await loginPage()
    expect(screen.queryByText(loggedOutText)).not.toBeInTheDocument()
    await logIn(app)
    await expectDashboard()
  })

  test("opens Generate Summary, not the previous user's page, when someone registers after a logout", async () => {
    const { user } = openApp('/tabs/history?q=divorce')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await user.click(await screen.findByRole('link', { name: 'Create an account' }))
    await screen.findByRole('heading', { name: 'Create an account' })
    await user.type(screen.getByLabelText('Email'), 'grace@example.com')
    await user.type(screen.getByLabelText('Password'), 'seven words 4u{Enter}')
    expect(await screen.findByRole('heading', { name: 'Generate Summary' })).toBeInTheDocument()
    expect(path()).toBe('/tabs/summarize')
  })

  test.each(['at once', 'after a wrong password'])(
    "does not reveal the previous user's page to someone who goes back in the browser %s",
    async when => {
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
      expect(screen.queryByText(loggedOutText)).not.toBeInTheDocument()
      await logIn(app)
      await expectDashboard()
    },
  )

  test('opens the dashboard when another user logs in after an account was deleted', async () => {
    const app = openApp('/settings', { world: withGrace() })
    await app.user.click(await screen.findByRole('button', { name: 'Delete account' }))
    await app.user.type(await screen.findByLabelText('Your password'), 'long enough{Enter}')
    await loginPage()
    expect(screen.queryByText(loggedOutText)).not.toBeInTheDocument()
    await logIn(app)
    await expectDashboard()
  })
})

describe('logout by the server', () => {
  test('explains that the server ended the session, and returns to the page after login', async () => {
    const app = openApp('/tabs/history?q=divorce')
    await screen.findByRole('button', { name: 'Log out' })
    await waitFor(() => expect(app.api.calls).toContain('users.profile'))
    app.api.world.tokens.clear()
    await app.user.type(await screen.findByRole('searchbox'), 'd')
    await loginPage()
    expect(screen.getByText(loggedOutText)).toBeInTheDocument()
    await logIn(app, 'ada@example.com')
    await waitFor(() => expect(path()).toMatch(/^\/tabs\/history\?q=divorce/))
    expect(await screen.findByRole('heading', { level: 1, name: 'My Summaries' })).toBeInTheDocument()
  })

  test('replaces the logged-out message with an error after a wrong password', async () => {
    const { user, api } = openApp('/settings')
    const [first] = await screen.findAllByRole('switch')
    api.world.tokens.clear()
    await user.click(first!)
    expect(await screen.findByText(loggedOutText)).toBeInTheDocument()
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'not this one{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email address or password.')
    expect(screen.queryByText(loggedOutText)).not.toBeInTheDocument()
  })
})

test('a visitor who opens a page by its URL sees no logged-out message and gets to the page after login', async () => {
  const app = openApp('/tabs/history?q=bridges', { isSignedOut: true })
  await loginPage()
  expect(screen.queryByText(loggedOutText)).not.toBeInTheDocument()
  await logIn(app, 'ada@example.com')
  await waitFor(() => expect(path()).toBe('/tabs/history?q=bridges'))
})
