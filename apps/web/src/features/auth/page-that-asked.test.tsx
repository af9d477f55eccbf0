import { auth } from '@recaps/contract/auth'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { createWorld } from '../../test/server/world.ts'

withMemoryServer()
const signedOut = { isSignedOut: true }
const asked = '/tabs/summarize?text=a%20link'
const email = () => screen.findByLabelText('Email')
const google = () => screen.findByRole('link', { name: 'Continue with Google' })

beforeEach(() => {
  const fact = Object.assign(document.createElement('meta'), { name: 'sign-in', content: 'google apple' })
  document.head.append(fact)
  onTestFinished(() => fact.remove())
})

/** Presses the link, which leads out of the app: what comes back is loaded anew. */
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

describe('a sign-in at Google that failed', () => {
  test('keeps the page that asked, for a log-in with the password', async () => {
    await leaveForGoogle(asked)
    const { user } = openApp('/login?error=auth_failed', signedOut)
    await logIn(user)
    await waitFor(() => expect(path()).toBe(asked))
    expect(sessionStorage).toHaveLength(0)
  })

  test('keeps it for another try, and for a new account', async () => {
    await leaveForGoogle(asked)
    const { user } = openApp('/login?error=auth_failed', signedOut)
    const pageOf = async () => new URL((await google()).getAttribute('href')!, location.href).searchParams
    expect((await pageOf()).get('redirect')).toBe(asked)
    await user.click(screen.getByRole('link', { name: 'Create an account' }))
    expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeInTheDocument()
    expect((await pageOf()).get('redirect')).toBe(asked)
  })

  test('gives way to the page that has asked since', async () => {
    await leaveForGoogle(asked)
    const { user } = openApp('/tabs/history', signedOut)
    await logIn(user)
    await waitFor(() => expect(path()).toBe('/tabs/history'))
    expect(sessionStorage).toHaveLength(0)
  })

  test('loses it with a log-out, which leaves nothing to whoever logs in next', async () => {
    await leaveForGoogle(asked)
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(sessionStorage).toHaveLength(0)
    await logIn(user)
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
  })

  test('does no harm where nothing may be stored', async () => {
    const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new Error('blocked')
    })
    await leaveForGoogle(asked)
    const { user } = openApp('/login?error=auth_failed', signedOut)
    await logIn(user)
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    blocked.mockRestore()
  })
})

describe('the page that asked', () => {
  test('is not lost on the way by a forgotten password', async () => {
    const { user } = openApp(asked, signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    await user.click(await screen.findByRole('link', { name: 'Back to log in' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(await email()).toHaveValue('ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
    await waitFor(() => expect(path()).toBe(asked))
  })

  // As the share target has it of a title in Chinese: each sign is nine of the address.
  const ofLength = (length: number) => `/tabs/summarize?text=${'%E8%A6%81'.repeat(1000)}`.slice(0, length)

  test.each([
    ['as long as may be', ofLength(512), true],
    ['a sign longer', ofLength(513), false],
    ['with a text of a book', ofLength(6000), false],
    ['with a backslash', '/tabs/summarize?text=a\\b', false],
  ])('goes along to Google only where the server takes it: %s', async (_, page, isTaken) => {
    openApp(page, signedOut)
    const { searchParams } = new URL((await google()).getAttribute('href')!, location.href)
    expect(auth.google.query.safeParse(Object.fromEntries(searchParams)).error).toBeUndefined()
    expect(searchParams.has('redirect')).toBe(isTaken)
  })

  test('is come back to also where it was too long for that', async () => {
    await leaveForGoogle(ofLength(6000))
    const world = createWorld()
    world.codes.set('once', { userId: world.users[0]!.user.id, redirect: null })
    openApp('/auth/callback?token=once', { ...signedOut, world })
    await waitFor(() => expect(path()).toBe(ofLength(6000)))
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('a page that asked whose address leads to another site', () => {
  const foreign = ['//evil.example/x', '/.//evil.example', '/\\evil.example', 'https://evil.example/']

  test.each(foreign)('is forgotten where a log-in comes back from a provider: %j', async page => {
    sessionStorage.setItem('pageThatAsked', page)
    const { user } = openApp('/login?error=auth_failed', signedOut)
    const link = new URL((await google()).getAttribute('href')!, location.href)
    expect(link.searchParams.get('redirect')).not.toBe(page)
    await logIn(user)
    expect(await screen.findByRole('heading', { name: 'Schedule' })).toBeInTheDocument()
  })
})
