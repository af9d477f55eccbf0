// Must come before any import of the app.
import '../test/phone/ios.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listenForExternalLinks } from '../device/phone/external-links.ts'
import { openApp, path, withMemoryServer } from '../test/open-app.tsx'
import { installedPhone } from '../test/phone/ios.ts'
import { openPhoneApp } from '../test/phone/open-phone-app.tsx'
import { createWorld, sampleUser } from '../test/server/world.ts'
import { ExternalLinks } from './ExternalLinks.tsx'

const { phone } = installedPhone
withMemoryServer()
beforeAll(listenForExternalLinks)

// Runs first, while nobody is logged in on this phone.
describe('sign-in in the system browser', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  const verifier = () => {
    const stored = phone.secure.get('capacitor-storage_signIn')
    return stored === undefined ? null : (JSON.parse(stored) as { verifier: string }).verifier
  }

  test('a sign-in stalled by the network does not disturb a newer one started in the meantime', async () => {
    const fact = Object.assign(document.createElement('meta'), { name: 'sign-in', content: 'google' })
    document.head.append(fact)
    const world = createWorld()
    world.codes.set('second', { userId: world.users[0]!.user.id, redirect: null })
    const { api, user } = openApp('/login', { world, isSignedOut: true, beside: <ExternalLinks /> })
    const { promise: stalled, resolve: loseAnswer } = Promise.withResolvers<void>()
    const sent: unknown[] = []
    const { handle } = api
    api.handle = async request => {
      if (!request.url.endsWith('/api/auth/exchange')) return handle(request)
      sent.push(await request.clone().json())
      if (sent.length > 1) return handle(request)
      await stalled
      return Response.error()
    }
    const startSignIn = async () => {
      await user.click(await screen.findByRole('button', { name: 'Continue with Google' }))
      await waitFor(() => expect(phone.browser.url).not.toBeNull())
      return verifier()
    }

    const first = await startSignIn()
    phone.openLink('app.recaps://auth/callback?token=first')
    await waitFor(() => expect(sent).toEqual([{ token: 'first', verifier: first }]))
    await act(() => vi.advanceTimersByTimeAsync(8000))
    await user.click(await screen.findByRole('link', { name: 'Back to login' }))
    const second = await startSignIn()
    expect(second).not.toBe(first)
    loseAnswer()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ token: 'first', verifier: first })

    phone.openLink('app.recaps://auth/callback?token=second')
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(sent[2]).toEqual({ token: 'second', verifier: second })
    await waitFor(() => expect(verifier()).toBeNull())
    fact.remove()
  })
})

describe('link to confirm an email address', () => {
  test('a newer confirmation link works right after an expired one was opened', async () => {
    const user = sampleUser({ emailVerified: false })
    const world = createWorld({
      users: [{ email: user.email, password: 'long enough', user }],
      mailTokens: new Map([['newer', { purpose: 'verify', userId: user.id }]]),
    })
    const { user: reader } = await openPhoneApp(installedPhone, '/tabs/history', { world, beside: <ExternalLinks /> })
    const confirm = async () => await reader.click(await screen.findByRole('button', { name: 'Confirm address' }))
    phone.openLink(`${location.origin}/verify-email?token=older`)
    await confirm()
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument()
    phone.openLink(`${location.origin}/verify-email?token=newer`)
    await confirm()
    expect(await screen.findByText('Your email address is confirmed.')).toBeInTheDocument()
    expect(world.users[0]!.user.emailVerified).toBe(true)
  })
})
