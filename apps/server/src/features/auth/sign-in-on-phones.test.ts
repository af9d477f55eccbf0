import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@recaps/contract'
import type { AuthResponse } from '@recaps/contract/auth'
import type { ErrorResponse } from '@recaps/contract/schemas'
import { forgeries, type Person } from '@recaps/fake-openid'
import { describe, expect, it } from 'vitest'
import { newBrowser } from '../../../test/browser.ts'
import { callsTo, json, withToken } from '../../../test/calls.ts'
import { phoneAt } from '../../../test/phone.ts'
import { appleApps, googleApps, startSignInServer, useSignInServer } from '../../../test/sign-in-server.ts'
import { databases, password } from '../../../test/start-server.ts'
import { eventually, refusal } from '../../../test/waiting.ts'

const phone = phoneAt('https://localhost')
const [forAndroid, forIos] = googleApps as [string, string]
const hashed = (text: string) => createHash('sha256').update(text).digest('hex')
const newNonce = () => randomBytes(16).toString('hex')
const refused = [401, 'sign_in_failed']
let people = 0

describe.each(databases)('a token of Google’s from a phone $name', ({ kind, isHere }) => {
  describe.skipIf(!isHere)('', async () => {
    const test = await useSignInServer(kind)
    const ask = callsTo(test.site)
    const somebody = (who: Partial<Person> = {}): Person =>
      test.google.add({ email: `google-${++people}-${Date.now()}@example.org`, ...who })

    async function post(body: object) {
      const answer = await ask('/api/auth/google', json(body))
      const told: AuthResponse & ErrorResponse = answer.json
      return { status: answer.status, json: told }
    }
    /** As the app does: Google gets the hash of the nonce, we the nonce. */
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

    it('makes an account in the zone of the phone, with the name that stands in it, and finds it again', async () => {
      const person = somebody({ givenName: 'Grace', familyName: 'Hopper' })
      const first = await signIn(person, { timezone: 'Europe/Rome' })
      expect(first.json.user).toMatchObject({
        ...{ email: person.email, emailVerified: true, timezone: 'Europe/Rome' },
        ...{ firstName: 'Grace', lastName: 'Hopper' },
      })
      const again = await signIn(person)
      expect(again.json.user.id).toBe(first.json.user.id)
      expect(again.json.token).not.toBe(first.json.token)
    })

    it('leads to the account of the same person in a browser', async () => {
      const person = somebody()
      const browser = newBrowser()
      const page = await browser.open(`${test.site}/api/auth/google`)
      const arrived = await browser.choose(page, { person: person.id }, /\/auth\/callback\?/)
      const token = new URL(arrived.url).searchParams.get('token')
      const session = await browser.call(`${test.site}/api/auth/exchange`, json({ token }))
      const { user } = (await session.json()) as AuthResponse
      expect((await signIn(person)).json.user.id).toBe(user.id)
    })

    it('is taken for each of our apps, and for no other [ASVS 9.2.3, 10.5.4]', async () => {
      const person = somebody()
      for (const audience of googleApps) expect((await signIn(person, { audience })).status).toBe(200)
      for (const audience of ['recaps', 'recaps-web.evil', ...appleApps])
        expect((await signIn(person, { audience })).status).toBe(401)
    })

    it.each(forgeries)('is refused when it is forged: %s [ASVS 6.8.2, 9.1.2]', async forgery => {
      const nonce = newNonce()
      const of = { person: somebody(), audience: forIos, nonce: hashed(nonce) }
      const answer = await post({ identityToken: await test.google.identityToken(of, forgery), nonce })
      expect([answer.status, answer.json.code]).toEqual(refused)
      expect(JSON.stringify(answer.json)).not.toContain('jwt')
    })

    it('counts once, also when it is sent twice at the same time [ASVS 10.5.1]', async () => {
      const nonce = newNonce()
      const of = { person: somebody(), audience: forIos, nonce: hashed(nonce) }
      const body = { identityToken: await test.google.identityToken(of), nonce }
      const both = await Promise.all([post(body), post(body)])
      expect(both.map(one => one.status).toSorted()).toEqual([200, 401])
      expect((await post(body)).status).toBe(401)
    })

    it('is over when it says so [ASVS 9.2.1]', async () => {
      const nonce = newNonce()
      const of = { person: somebody(), audience: forIos, nonce: hashed(nonce) }
      const identityToken = await test.google.identityToken(of)
      test.clock.advance(11 * 60_000)
      expect((await post({ identityToken, nonce })).json.code).toBe('sign_in_failed')
    })

    it('is worth nothing with a nonce it was not asked with, or with one that stands in it as it is', async () => {
      const nonce = newNonce()
      const of = { person: somebody(), audience: forIos }
      const hash = await test.google.identityToken({ ...of, nonce: hashed(nonce) })
      const plain = await test.google.identityToken({ ...of, nonce })
      expect((await post({ identityToken: hash, nonce: newNonce() })).status).toBe(401)
      expect((await post({ identityToken: hash, nonce: hashed(nonce) })).status).toBe(401)
      expect((await post({ identityToken: plain, nonce })).status).toBe(401)
    })

    it('is Google’s: one of Apple’s is not taken for it, nor the other way round [ASVS 9.2.2]', async () => {
      const nonce = newNonce()
      const of = { person: somebody(), nonce: hashed(nonce) }
      const apples = await test.apple.identityToken({ ...of, audience: forIos })
      expect((await post({ identityToken: apples, nonce })).status).toBe(401)
      const googles = await test.google.identityToken({ ...of, audience: appleApps[0]! })
      expect((await ask('/api/auth/apple', json({ identityToken: googles, nonce }))).status).toBe(401)
    })

    it('makes no account without an address that Google has confirmed', async () => {
      expect(await codeOf(somebody({ isEmailVerified: false }))).toEqual([403, 'address_not_confirmed'])
      expect(await codeOf(somebody({ email: null }))).toEqual([403, 'address_not_confirmed'])
    })

    it('links to an account with a confirmed address and takes over one with an unconfirmed address', async () => {
      const person = somebody()
      const { user } = (await ask('/api/auth/register', json({ email: person.email, password }))).json as AuthResponse
      const confirmed = { email_verified_at: new Date() }
      const { db } = test.server.services.database
      await db.updateTable('users').set(confirmed).where('id', '=', user.id).execute()
      expect(await codeOf(somebody({ email: person.email, isEmailVerified: false }))).toEqual([
        403,
        'address_not_confirmed',
      ])
      expect((await signIn(person)).json.user.id).toBe(user.id)
      expect(await codeOf(somebody({ email: person.email }))).toEqual([409, 'password_first'])

      const owner = somebody()
      const { token } = (await ask('/api/auth/register', json({ email: owner.email, password }))).json as AuthResponse
      expect((await signIn(owner)).json.user.emailVerified).toBe(true)
      expect((await ask('/api/users/profile', withToken(token))).status).toBe(401)
    })

    it.each([
      ['nothing', {}],
      ['no nonce', { identityToken: 'a.b.c' }],
      ['a nonce that can be guessed', { identityToken: 'a.b.c', nonce: '1234' }],
      ['no token', { nonce: 'x'.repeat(32) }],
      ['a token without end', { identityToken: 'x'.repeat(9000), nonce: 'x'.repeat(32) }],
    ])('is asked for when there is %s', async (_, body) => {
      expect([(await post(body)).status, (await post(body)).json.code]).toEqual([400, 'invalid_request'])
    })

    it.each(['x', 'a.b.c', '..', 'eyJhbGciOiJSUzI1NiJ9.e30.', '\u202e.\u202e.\u202e'])(
      'is none when it is %j',
      async identityToken => {
        const answer = await post({ identityToken, nonce: newNonce() })
        expect([answer.status, answer.json.code]).toEqual(refused)
      },
    )

    it('is believed by new keys soon after Google has changed them, and by the old ones no more [ASVS 9.1.3]', async () => {
      const person = somebody()
      const nonce = newNonce()
      const of = { person, audience: forIos, nonce: hashed(nonce) }
      const old = await test.google.identityToken(of)
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

describe('an app on a phone, whose page is of another origin and has no cookie', async () => {
  const test = await useSignInServer()
  const app = createClient({ baseUrl: test.site, token: () => '', fetch: phone.fetch })
  const atHome = (token: string) => createClient({ baseUrl: test.site, token: () => token, fetch: phone.fetch })

  it('is told which tokens it may bring, and which sign-ins the browser of the phone can do', async () => {
    expect(await app.auth.providers()).toEqual({ web: ['google', 'apple'], native: ['google', 'apple'] })
  })

  it('gets a session for a token of the system', async () => {
    const email = `native-${Date.now()}@example.org`
    const tokenOf = async (provider: 'google' | 'apple', audience: string) => {
      const nonce = newNonce()
      const of = { person: test[provider].add({ email }), audience, nonce: hashed(nonce) }
      return { identityToken: await test[provider].identityToken(of), nonce }
    }
    const first = await app.auth.googleToken({ body: await tokenOf('google', forAndroid) })
    expect((await atHome(first.token).users.profile()).email).toBe(email)
    // The same address, confirmed by both, is the same account.
    const second = await app.auth.apple({ body: await tokenOf('apple', appleApps[0]!) })
    expect(second.user.id).toBe(first.user.id)
  })

  describe.each(['google', 'apple'] as const)('signing in by %s in the browser of the phone', provider => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const exchange = (token: string, proof?: string) =>
      app.auth.exchange({ body: { token, ...(proof ? { verifier: proof } : {}) } })

    async function arrive(choice: 'somebody' | 'nobody', query: Record<string, string> = {}): Promise<URL> {
      const browser = newBrowser()
      const page = await browser.open(
        `${test.site}/api/auth/${provider}?${new URLSearchParams({ challenge, ...query })}`,
      )
      const person = test[provider].add({ email: `${provider}-${++people}-${Date.now()}@example.org` })
      const chosen = choice === 'somebody' ? { person: person.id } : { decline: 'yes' as const }
      return new URL((await browser.choose(page, chosen)).url)
    }
    const codeIn = (url: URL) => url.searchParams.get('token')!

    it('comes back to the app, which exchanges the code with its verifier alone', async () => {
      const arrived = await arrive('somebody', { redirect: '/tabs/popular', timezone: 'Europe/Rome' })
      expect(arrived.href).toMatch(/^app\.recaps:\/\/auth\/callback\?token=[\w-]{43}$/)
      const session = await exchange(codeIn(arrived), verifier)
      expect(session).toMatchObject({
        redirect: '/tabs/popular',
        user: { emailVerified: true, timezone: 'Europe/Rome' },
      })
      expect((await atHome(session.token).users.profile()).id).toBe(session.user.id)
      expect(await refusal(exchange(codeIn(arrived), verifier))).toMatchObject({ status: 401, code: 'sign_in_failed' })
    })

    it('is worth nothing to another app that caught the address [ASVS 6.6.2]', async () => {
      for (const wrong of [undefined, randomBytes(32).toString('base64url'), challenge])
        expect(await refusal(exchange(codeIn(await arrive('somebody')), wrong))).toMatchObject({ status: 401 })
    })

    it('tells the app of a failure', async () => {
      const failed = 'app.recaps://auth/callback?error=auth_failed'
      expect((await arrive('nobody')).href).toBe(failed)
      test[provider].forge('signed_by_another_key')
      expect((await arrive('somebody')).href).toBe(failed)
    })
  })
})

describe('where Google knows the phone apps alone', async () => {
  const test = await useSignInServer(undefined, {
    env: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', APPLE_CLIENT_ID: '', ANDROID_PACKAGE: 'com.example.recaps' },
  })
  const ask = callsTo(test.site)

  it('their tokens are taken, those for a client of browsers are not, and no browser is sent there', async () => {
    expect((await ask('/api/auth/providers')).json).toEqual({ web: ['apple'], native: ['google'] })
    expect((await ask('/api/auth/google')).json.code).toBe('sign_in_not_set_up')
    const person = test.google.add({ email: 'phones-alone@example.org' })
    for (const [audience, status] of [
      [forIos, 200],
      [forAndroid, 401],
    ] as const) {
      const nonce = newNonce()
      const identityToken = await test.google.identityToken({ person, audience, nonce: hashed(nonce) })
      expect((await ask('/api/auth/google', json({ identityToken, nonce }))).status).toBe(status)
    }
  })
})

describe('where no app may call', async () => {
  const test = await useSignInServer(undefined, { env: { GOOGLE_APP_CLIENT_IDS: '', APPLE_CLIENT_ID: '' } })

  it('nobody is sent to one', async () => {
    const challenge = randomBytes(32).toString('base64url')
    expect(await callsTo(test.site)(`/api/auth/apple?challenge=${challenge}`)).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', error: 'No app signs in at this server.' },
    })
  })
})

describe('while Google is out of order', () => {
  it('a phone is told so at once, and not that its token is wrong', async () => {
    const test = await startSignInServer()
    try {
      test.google.fault('jwks', { kind: 'status', status: 503 })
      const nonce = newNonce()
      const person = test.google.add({ email: 'patient@example.org' })
      const identityToken = await test.google.identityToken({ person, audience: forIos, nonce: hashed(nonce) })
      const body = json({ identityToken, nonce })
      const answer = await callsTo(test.site)('/api/auth/google', body)
      expect([answer.status, answer.json.code]).toEqual([503, 'sign_in_unavailable'])
      test.google.clearFaults()
      // The token was not spent by that.
      const later = () => callsTo(test.site)('/api/auth/google', body)
      expect((await eventually(later, ({ status }) => status !== 503)).status).toBe(200)
    } finally {
      await test.stop()
    }
  })
})
