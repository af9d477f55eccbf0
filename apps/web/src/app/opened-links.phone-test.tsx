// Before anything of the app is loaded.
import '../test/phone/ios.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listenOutside } from '../device/phone/opened.ts'
import { openApp, path, withMemoryServer } from '../test/open-app.tsx'
import { held } from '../test/phone/ios.ts'
import { openPhoneApp } from '../test/phone/open-phone-app.tsx'
import { createWorld, sampleUser } from '../test/server/world.ts'
import { Opened } from './Opened.tsx'

const { phone } = held
withMemoryServer()
beforeAll(listenOutside)

// Before anybody is logged in on this phone.
describe('a sign-in that comes back', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  const verifier = () => {
    const kept = phone.secure.get('capacitor-storage_signIn')
    return kept === undefined ? null : (JSON.parse(kept) as { verifier: string }).verifier
  }

  test('while the network stalls takes nothing from one that is begun meanwhile', async () => {
    const fact = Object.assign(document.createElement('meta'), { name: 'sign-in', content: 'google' })
    document.head.append(fact)
    const world = createWorld()
    world.codes.set('second', { userId: world.users[0]!.user.id, redirect: null })
    const { api, user } = openApp('/login', { world, isSignedOut: true, beside: <Opened /> })
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
    const begin = async () => {
      await user.click(await screen.findByRole('button', { name: 'Continue with Google' }))
      await waitFor(() => expect(phone.browser.url).not.toBeNull())
      return verifier()
    }

    const first = await begin()
    phone.openLink('app.recaps://auth/callback?token=first')
    await waitFor(() => expect(sent).toEqual([{ token: 'first', verifier: first }]))
    await act(() => vi.advanceTimersByTimeAsync(8000))
    await user.click(await screen.findByRole('link', { name: 'Back to log in' }))
    const second = await begin()
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

describe('a link that confirms the address', () => {
  test('is followed also where an older one has just been', async () => {
    const user = sampleUser({ emailVerified: false })
    const world = createWorld({
      users: [{ email: user.email, password: 'long enough', user }],
      mailed: new Map([['newer', { purpose: 'verify', userId: user.id }]]),
    })
    const { user: reader } = await openPhoneApp(held, '/tabs/history', { world, beside: <Opened /> })
    const press = async () => await reader.click(await screen.findByRole('button', { name: 'Confirm address' }))
    phone.openLink(`${location.origin}/verify-email?token=older`)
    await press()
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument()
    phone.openLink(`${location.origin}/verify-email?token=newer`)
    await press()
    expect(await screen.findByText('Your email address is confirmed.')).toBeInTheDocument()
    expect(world.users[0]!.user.emailVerified).toBe(true)
  })
})
