import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@recaps/contract'
import type { AuthResponse } from '@recaps/contract/auth'
import type { ErrorResponse } from '@recaps/contract/schemas'
import { forgeries, type Person } from '@recaps/fake-openid'
import { describe, expect, it } from 'vitest'
import { newBrowser } from '../../../test/browser.ts'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { phoneAt } from '../../../test/phone.ts'
import { appleApps, googleApps, startSignInServer, useSignInServer } from '../../../test/sign-in-server.ts'
import { password, usualDatabases } from '../../../test/start-server.ts'
import { eventually, refusal } from '../../../test/wait-for.ts'

const phone = phoneAt('https://localhost')
const [forAndroid, forIos] = googleApps as [string, string]
const hashed = (text: string) => createHash('sha256').update(text).digest('hex')
const newNonce = () => randomBytes(16).toString('hex')
const refused = [401, 'sign_in_failed']
let people = 0

describe.each(usualDatabases)('a Google token from a phone $name', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('', async () => {
    const test = await useSignInServer(kind)
    const request = createApiCaller(test.site)
    const newPerson = (who: Partial<Person> = {}): Person =>
      test.google.addPerson({ email: `google-${++people}-${Date.now()}@example.org`, ...who })

    async function post(body: object) {
      const answer = await request('/api/auth/google', json(body))
      const data: AuthResponse & ErrorResponse = answer.json
      return { status: answer.status, json: data }
    }
    /** Signs in like the app: Google gets the hash of the nonce, our server the nonce itself. */
    async function signIn(
      person: Person,
      { audience = forAndroid, ...extra }: { audience?: string; timezone?: string } = {},
    ) {
      const nonce = newNonce()
      const identityToken = await test.google.identityToken({ person, audience, nonce: hashed(nonce) })
      return await post({ identityToken, nonce, ...extra })
    }
    const codeOf = async (person: Person) => {
      const { status, json } = await signIn(person)
      return [status, json.code]
    }

    it('creates an account with the name in the Google token and the phone’s time zone, and finds it again', async () => {
      const person = newPerson({ givenName: 'Grace', familyName: 'Hopper' })
      const first = await signIn(person, { timezone: 'Europe/Rome' })
      expect(first.json.user).toMatchObject({
        ...{ email: person.email, emailVerified: true, timezone: 'Europe/Rome' },
        ...{ firstName: 'Grace', lastName: 'Hopper' },
      })
      const again = await signIn(person)
      expect(again.json.user.id).toBe(first.json.user.id)
      expect(again.json.token).not.toBe(first.json.token)
    })

    it('signs in to the same account with a Google token as with Google in a browser', async () => {
      const person = newPerson()
      const browser = newBrowser()
      const page = await browser.open(`${test.site}/api/auth/google`)
      const arrived = await browser.choose(page, { person: person.id }, /\/auth\/callback\?/)
      const token = new URL(arrived.url).searchParams.get('token')
      const session = await browser.call(`${test.site}/api/auth/exchange`, json({ token }))
      const { user } = (await session.json()) as AuthResponse
      expect((await signIn(person)).json.user.id).toBe(user.id)
    })

    it('accepts a Google token for each of our apps and for no other audience [ASVS 9.2.3, 10.5.4]', async () => {
      const person = newPerson()
      for (const audience of googleApps) expect((await signIn(person, { audience })).status).toBe(200)
      for (const audience of ['recaps', 'recaps-web.evil', ...appleApps])
        expect((await signIn(person, { audience })).status).toBe(401)
    })

    it.each(forgeries)('rejects a forged Google token: %s [ASVS 6.8.2, 9.1.2]', async forgery => {
      const nonce = newNonce()
      const claims = { person: newPerson(), audience: forIos, nonce: hashed(nonce) }
      const answer = await post({ identityToken: await test.google.identityToken(claims, forgery), nonce })
      expect([answer.status, answer.json.code]).toEqual(refused)
      expect(JSON.stringify(answer.json)).not.toContain('jwt')
    })

    it('accepts a Google token once, even if it is sent twice at the same time [ASVS 10.5.1]', async () => {
      const nonce = newNonce()
      const claims = { person: newPerson(), audience: forIos, nonce: hashed(nonce) }
      const body = { identityToken: await test.google.identityToken(claims), nonce }
      const both = await Promise.all([post(body), post(body)])
      expect(both.map(one => one.status).toSorted()).toEqual([200, 401])
      expect((await post(body)).status).toBe(401)
    })

    it('rejects an expired Google token [ASVS 9.2.1]', async () => {
      const nonce = newNonce()
      const claims = { person: newPerson(), audience: forIos, nonce: hashed(nonce) }
      const identityToken = await test.google.identityToken(claims)
      test.clock.advance(11 * 60_000)
      expect((await post({ identityToken, nonce })).json.code).toBe('sign_in_failed')
    })

    it('rejects a Google token whose nonce differs or is not hashed', async () => {
      const nonce = newNonce()
      const claims = { person: newPerson(), audience: forIos }
      const hash = await test.google.identityToken({ ...claims, nonce: hashed(nonce) })
      const plain = await test.google.identityToken({ ...claims, nonce })
      expect((await post({ identityToken: hash, nonce: newNonce() })).status).toBe(401)
      expect((await post({ identityToken: hash, nonce: hashed(nonce) })).status).toBe(401)
      expect((await post({ identityToken: plain, nonce })).status).toBe(401)
    })

    it('rejects an Apple token as a Google token and vice versa [ASVS 9.2.2]', async () => {
      const nonce = newNonce()
      const claims = { person: newPerson(), nonce: hashed(nonce) }
      const appleToken = await test.apple.identityToken({ ...claims, audience: forIos })
      expect((await post({ identityToken: appleToken, nonce })).status).toBe(401)
      const googleToken = await test.google.identityToken({ ...claims, audience: appleApps[0]! })
      expect((await request('/api/auth/apple', json({ identityToken: googleToken, nonce }))).status).toBe(401)
    })

    it('creates no account from a Google token without a confirmed address', async () => {
      expect(await codeOf(newPerson({ isEmailVerified: false }))).toEqual([403, 'address_not_confirmed'])
      expect(await codeOf(newPerson({ email: null }))).toEqual([403, 'address_not_confirmed'])
    })

    it('links a Google token to an account with a confirmed address and takes over one with an unconfirmed address', async () => {
      const person = newPerson()
      const { user } = (await request('/api/auth/register', json({ email: person.email, password })))
        .json as AuthResponse
      const confirmed = { email_verified_at: new Date() }
      const { db } = test.server.services.database
      await db.updateTable('users').set(confirmed).where('id', '=', user.id).execute()
      expect(await codeOf(newPerson({ email: person.email, isEmailVerified: false }))).toEqual([
        403,
        'address_not_confirmed',
      ])
      expect((await signIn(person)).json.user.id).toBe(user.id)
      expect(await codeOf(newPerson({ email: person.email }))).toEqual([409, 'password_first'])

      const owner = newPerson()
      const { token } = (await request('/api/auth/register', json({ email: owner.email, password })))
        .json as AuthResponse
      expect((await signIn(owner)).json.user.emailVerified).toBe(true)
      expect((await request('/api/users/profile', withToken(token))).status).toBe(401)
    })

    it.each([
      ['an empty body', {}],
      ['no nonce', { identityToken: 'a.b.c' }],
      ['a guessable nonce', { identityToken: 'a.b.c', nonce: '1234' }],
      ['no token', { nonce: 'x'.repeat(32) }],
      ['an oversized token', { identityToken: 'x'.repeat(9000), nonce: 'x'.repeat(32) }],
    ])('rejects a Google sign-in from a phone with %s', async (_, body) => {
      expect([(await post(body)).status, (await post(body)).json.code]).toEqual([400, 'invalid_request'])
    })

    it.each(['x', 'a.b.c', '..', 'eyJhbGciOiJSUzI1NiJ9.e30.', '\u202e.\u202e.\u202e'])(
      'rejects %j as a Google token',
      async identityToken => {
        const answer = await post({ identityToken, nonce: newNonce() })
        expect([answer.status, answer.json.code]).toEqual(refused)
      },
    )

    it('accepts new Google keys soon after a rotation and rejects tokens signed with the old ones [ASVS 9.1.3]', async () => {
      const person = newPerson()
      const nonce = newNonce()
      const claims = { person, audience: forIos, nonce: hashed(nonce) }
      const old = await test.google.identityToken(claims)
      expect((await signIn(person)).status).toBe(200)
      await test.google.rotateKeys()
      await eventually(
        () => signIn(person),
        answer => answer.status === 200,
      )
      expect((await post({ identityToken: old, nonce })).status).toBe(401)
    })
  })
})

describe('a phone app, whose page has another origin and no cookies', async () => {
  const test = await useSignInServer()
  const app = createClient({ baseUrl: test.site, token: () => '', fetch: phone.fetch })
  const withSession = (token: string) => createClient({ baseUrl: test.site, token: () => token, fetch: phone.fetch })

  it('lists the providers that a phone app can use with tokens and with its browser', async () => {
    expect(await app.auth.providers()).toEqual({ web: ['google', 'apple'], native: ['google', 'apple'] })
  })

  it('opens a session for an identity token of the phone', async () => {
    const email = `native-${Date.now()}@example.org`
    const tokenOf = async (provider: 'google' | 'apple', audience: string) => {
      const nonce = newNonce()
      const claims = { person: test[provider].addPerson({ email }), audience, nonce: hashed(nonce) }
      return { identityToken: await test[provider].identityToken(claims), nonce }
    }
    const first = await app.auth.googleToken({ body: await tokenOf('google', forAndroid) })
    expect((await withSession(first.token).users.profile()).email).toBe(email)
    // Both providers confirmed the same address, so it is the same account.
    const second = await app.auth.apple({ body: await tokenOf('apple', appleApps[0]!) })
    expect(second.user.id).toBe(first.user.id)
  })

  describe.each(['google', 'apple'] as const)('signing in with %s in the phone’s browser', provider => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const exchange = (token: string, proof?: string) =>
      app.auth.exchange({ body: { token, ...(proof ? { verifier: proof } : {}) } })

    async function arrive(choice: 'accept' | 'decline', query: Record<string, string> = {}): Promise<URL> {
      const browser = newBrowser()
      const page = await browser.open(
        `${test.site}/api/auth/${provider}?${new URLSearchParams({ challenge, ...query })}`,
      )
      const person = test[provider].addPerson({ email: `${provider}-${++people}-${Date.now()}@example.org` })
      const chosen = choice === 'accept' ? { person: person.id } : { decline: 'yes' as const }
      return new URL((await browser.choose(page, chosen)).url)
    }
    const codeIn = (url: URL) => url.searchParams.get('token')!

    it('returns a browser sign-in to the app, which exchanges the code with only its verifier', async () => {
      const arrived = await arrive('accept', { redirect: '/tabs/popular', timezone: 'Europe/Rome' })
      expect(arrived.href).toMatch(/^app\.recaps:\/\/auth\/callback\?token=[\w-]{43}$/)
      const session = await exchange(codeIn(arrived), verifier)
      expect(session).toMatchObject({
        redirect: '/tabs/popular',
        user: { emailVerified: true, timezone: 'Europe/Rome' },
      })
      expect((await withSession(session.token).users.profile()).id).toBe(session.user.id)
      expect(await refusal(exchange(codeIn(arrived), verifier))).toMatchObject({ status: 401, code: 'sign_in_failed' })
    })

    it('rejects the code of a browser sign-in without the app’s verifier [ASVS 6.6.2]', async () => {
      for (const wrong of [undefined, randomBytes(32).toString('base64url'), challenge])
        expect(await refusal(exchange(codeIn(await arrive('accept')), wrong))).toMatchObject({ status: 401 })
    })

    it('reports a failed browser sign-in to the app’s callback URL', async () => {
      const failed = 'app.recaps://auth/callback?error=auth_failed'
      expect((await arrive('decline')).href).toBe(failed)
      test[provider].forge('signed_by_another_key')
      expect((await arrive('accept')).href).toBe(failed)
    })
  })
})

describe('Google sign-in for phone apps only', async () => {
  const test = await useSignInServer(undefined, {
    env: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', APPLE_CLIENT_ID: '', ANDROID_PACKAGE: 'com.example.recaps' },
  })
  const request = createApiCaller(test.site)

  it('accepts Google tokens for phone clients only and starts no browser sign-in if no web client is set up', async () => {
    expect((await request('/api/auth/providers')).json).toEqual({ web: ['apple'], native: ['google'] })
    expect((await request('/api/auth/google')).json.code).toBe('sign_in_not_set_up')
    const person = test.google.addPerson({ email: 'phones-alone@example.org' })
    for (const [audience, status] of [
      [forIos, 200],
      [forAndroid, 401],
    ] as const) {
      const nonce = newNonce()
      const identityToken = await test.google.identityToken({ person, audience, nonce: hashed(nonce) })
      expect((await request('/api/auth/google', json({ identityToken, nonce }))).status).toBe(status)
    }
  })
})

describe('a server without phone apps', async () => {
  const test = await useSignInServer(undefined, { env: { GOOGLE_APP_CLIENT_IDS: '', APPLE_CLIENT_ID: '' } })

  it('rejects a browser sign-in for an app if the server has none', async () => {
    const challenge = randomBytes(32).toString('base64url')
    expect(await createApiCaller(test.site)(`/api/auth/apple?challenge=${challenge}`)).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', error: 'This server does not support signing in from an app.' },
    })
  })
})

describe('while Google is unavailable', () => {
  it('answers 503 to a phone at once while Google is unavailable, and accepts the same token later', async () => {
    const test = await startSignInServer()
    try {
      test.google.fault('jwks', { kind: 'status', status: 503 })
      const nonce = newNonce()
      const person = test.google.addPerson({ email: 'patient@example.org' })
      const identityToken = await test.google.identityToken({ person, audience: forIos, nonce: hashed(nonce) })
      const body = json({ identityToken, nonce })
      const answer = await createApiCaller(test.site)('/api/auth/google', body)
      expect([answer.status, answer.json.code]).toEqual([503, 'sign_in_unavailable'])
      test.google.clearFaults()
      // The failed attempt did not use up the token.
      const later = () => createApiCaller(test.site)('/api/auth/google', body)
      expect((await eventually(later, ({ status }) => status !== 503)).status).toBe(200)
    } finally {
      await test.stop()
    }
  })
})
