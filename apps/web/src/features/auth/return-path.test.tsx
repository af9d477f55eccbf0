import { auth } from '@recaps/contract/auth'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { createWorld } from '../../test/server/world.ts'

withMemoryServer()
const signedOut = { isSignedOut: true }
const requestedPage = '/tabs/summarize?text=a%20link'
const email = () => screen.findByLabelText('Email')
const google = () => screen.findByRole('link', { name: 'Continue with Google' })

beforeEach(() => {
  const fact = Object.assign(document.createElement('meta'), { name: 'sign-in', content: 'google apple' })
  document.head.append(fact)
  onTestFinished(() => fact.remove())
})

/** Clicks the Google link, which leaves the app. The return loads the app again. */
async function leaveForGoogle(page: string) {
  const { user } = openApp(page, signedOut)
  const link = await google()
  link.addEventListener('click', event => event.preventDefault())
  await user.click(link)
  cleanup()
}

async function logIn(user: ReturnType<typeof openApp>['user']) {
  await user.type(await email(), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
}

describe('failed sign-in at Google', () => {
  test('opens the requested page after a failed sign-in at Google and a login with the password', async () => {
    await leaveForGoogle(requestedPage)
    const { user } = openApp('/login?error=auth_failed', signedOut)
    await logIn(user)
    await waitFor(() => expect(path()).toBe(requestedPage))
    expect(sessionStorage).toHaveLength(0)
  })

  test('passes the requested page on to another try and to a registration after a failed sign-in', async () => {
    await leaveForGoogle(requestedPage)
    const { user } = openApp('/login?error=auth_failed', signedOut)
    const linkQuery = async () => new URL((await google()).getAttribute('href')!, location.href).searchParams
    expect((await linkQuery()).get('redirect')).toBe(requestedPage)
    await user.click(screen.getByRole('link', { name: 'Create an account' }))
    expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeInTheDocument()
    expect((await linkQuery()).get('redirect')).toBe(requestedPage)
  })

  test('opens the page requested last, not the one from before a failed sign-in', async () => {
    await leaveForGoogle(requestedPage)
    const { user } = openApp('/tabs/history', signedOut)
    await logIn(user)
    await waitFor(() => expect(path()).toBe('/tabs/history'))
    expect(sessionStorage).toHaveLength(0)
  })

  test('deletes the page from before a failed sign-in on logout', async () => {
    await leaveForGoogle(requestedPage)
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(sessionStorage).toHaveLength(0)
    await logIn(user)
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
  })

  test('opens the dashboard after a failed sign-in when session storage is blocked', async () => {
    const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new Error('blocked')
    })
    await leaveForGoogle(requestedPage)
    const { user } = openApp('/login?error=auth_failed', signedOut)
    await logIn(user)
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    blocked.mockRestore()
  })
})

describe('requested page', () => {
  test('keeps the requested page when the user visits the reset form', async () => {
    const { user } = openApp(requestedPage, signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    await user.click(await screen.findByRole('link', { name: 'Back to login' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(await email()).toHaveValue('ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
    await waitFor(() => expect(path()).toBe(requestedPage))
  })

  // As sent by the share target for a Chinese title: each character takes nine in the URL.
  const pageOfLength = (length: number) => `/tabs/summarize?text=${'%E8%A6%81'.repeat(1000)}`.slice(0, length)

  test.each([
    ['of the maximum length', pageOfLength(512), true],
    ['one character too long', pageOfLength(513), false],
    ['far too long', pageOfLength(6000), false],
    ['with a backslash', '/tabs/summarize?text=a\\b', false],
  ])('sends the requested page to Google only if the server accepts it: %s', async (_, page, isSent) => {
    openApp(page, signedOut)
    const { searchParams } = new URL((await google()).getAttribute('href')!, location.href)
    expect(auth.google.query.safeParse(Object.fromEntries(searchParams)).error).toBeUndefined()
    expect(searchParams.has('redirect')).toBe(isSent)
  })

  test('returns from Google to a requested page that was too long to send along', async () => {
    await leaveForGoogle(pageOfLength(6000))
    const world = createWorld()
    world.codes.set('once', { userId: world.users[0]!.user.id, redirect: null })
    openApp('/auth/callback?token=once', { ...signedOut, world })
    await waitFor(() => expect(path()).toBe(pageOfLength(6000)))
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('requested page on another site', () => {
  const foreignPages = ['//evil.example/x', '/.//evil.example', '/\\evil.example', 'https://evil.example/']

  test.each(foreignPages)('ignores a stored page that leads to another site: %j', async page => {
    sessionStorage.setItem('pageThatAsked', page)
    const { user } = openApp('/login?error=auth_failed', signedOut)
    const link = new URL((await google()).getAttribute('href')!, location.href)
    expect(link.searchParams.get('redirect')).not.toBe(page)
    await logIn(user)
    expect(await screen.findByRole('heading', { name: 'Schedule' })).toBeInTheDocument()
  })
})
