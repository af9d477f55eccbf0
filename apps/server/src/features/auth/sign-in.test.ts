import { createHash, randomBytes } from 'node:crypto'
import type { ExchangeResponse } from '@recaps/contract/auth'
import type { ErrorResponse } from '@recaps/contract/schemas'
import { forgeries, type Person } from '@recaps/fake-openid'
import { describe, expect, it } from 'vitest'
import { type Browser, newBrowser } from '../../../test/browser.ts'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { useSignInServer } from '../../../test/sign-in-server.ts'
import { password } from '../../../test/start-server.ts'
import { contractRoutes } from '../../http/api-document.ts'

const test = await useSignInServer()
const request = createApiCaller(test.site)
const start = `${test.site}/api/auth/google`
const cookie = 'localhost/ sign-in'
const atCallback = /\/auth\/callback\?|\/login\?/

let people = 0
const newPerson = (who: Partial<Person> = {}): Person =>
  test.google.addPerson({ email: `person-${++people}-${Date.now()}@example.org`, ...who })

/** Returns the address with the one-time code, or with the failure. */
async function signIn(browser: Browser, person: Person | 'decline', query = ''): Promise<URL> {
  const page = await browser.open(`${test.site}/api/auth/google${query}`)
  const choice = person === 'decline' ? { decline: 'yes' as const } : { person: person.id }
  return new URL((await browser.choose(page, choice, atCallback)).url)
}

const exchange = async (browser: Browser, token: string, verifier?: string) => {
  const answer = await browser.call(`${test.site}/api/auth/exchange`, json({ token, verifier }))
  const body: ExchangeResponse & ErrorResponse = JSON.parse(await answer.text())
  return { status: answer.status, json: body }
}
const codeOf = (url: URL): string => url.searchParams.get('token') ?? ''
const completeSignIn = async (person: Person) => {
  const browser = newBrowser()
  return await exchange(browser, codeOf(await signIn(browser, person)))
}
const refused = [401, 'sign_in_failed']
const failed = `${test.site}/login?error=auth_failed`

describe('signing in with Google', () => {
  it('creates an account with a confirmed address on the first Google sign-in and finds it on the next', async () => {
    const person = newPerson({ givenName: 'Ada', familyName: 'Lovelace' })
    const browser = newBrowser()
    const arrived = await signIn(browser, person, '?redirect=%2Fhistory-detail%2F7%3Ft%3D3&timezone=Europe%2FRome')
    expect(arrived.pathname).toBe('/auth/callback')
    expect([...arrived.searchParams.keys()]).toEqual(['token'])
    const first = await exchange(browser, codeOf(arrived))
    expect(first).toMatchObject({ status: 200, json: { redirect: '/history-detail/7?t=3' } })
    const { user, token } = first.json
    expect(user).toMatchObject({ email: person.email, emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' })
    expect(user.timezone).toBe('Europe/Rome')
    expect((await request('/api/users/profile', withToken(token))).json.id).toBe(user.id)
    const again = await completeSignIn(person)
    expect([again.json.user.id, again.json.redirect]).toEqual([user.id, null])
    expect(again.json.token).not.toBe(token)
  })

  it('identifies a Google user by subject, not by address [ASVS 6.8.1, 10.5.2]', async () => {
    const person = newPerson()
    const { json: first } = await completeSignIn(person)
    const moved = test.google.addPerson({ ...person, email: 'moved@example.org', isEmailVerified: false })
    expect((await completeSignIn(moved)).json.user).toMatchObject({ id: first.user.id, email: person.email })
  })

  it('creates one account when two browsers sign in with Google for the first time at once', async () => {
    const person = newPerson()
    const both = await Promise.all([completeSignIn(person), completeSignIn(person)])
    expect(both.map(one => one.status)).toEqual([200, 200])
    expect(both[0].json.user.id).toBe(both[1].json.user.id)
  })

  it('completes two Google sign-ins in two tabs of one browser', async () => {
    const browser = newBrowser()
    const [older, newer] = [await browser.open(start), await browser.open(start)]
    const [first, second] = [newPerson(), newPerson()]
    for (const [page, person] of [
      [older, first],
      [newer, second],
    ] as const) {
      const back = new URL((await browser.choose(page, { person: person.id }, atCallback)).url)
      expect(back.pathname).toBe('/auth/callback')
      expect((await exchange(browser, codeOf(back))).json.user.email).toBe(person.email)
    }
  })

  it('sends PKCE, state and nonce to Google and returns to the configured address whatever the Host header [spec 9.24] [ASVS 3.7.2, 10.2.1]', async () => {
    const answer = await fetch(`${test.site}/api/auth/google`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    })
    const authUrl = new URL(answer.headers.get('location') ?? '')
    expect(authUrl.origin).toBe(test.google.issuer)
    const { redirect_uri, code_challenge_method, response_type, scope } = Object.fromEntries(authUrl.searchParams)
    expect([redirect_uri, code_challenge_method, response_type, scope]).toEqual([
      `${test.site}/google`,
      'S256',
      'code',
      'openid email profile',
    ])
    expect(authUrl.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(authUrl.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^sign-in=[\w-]{43}; Max-Age=1200; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('redirects to the login page when a Google sign-in is declined', async () => {
    expect((await signIn(newBrowser(), 'decline')).href).toBe(failed)
  })

  it.each([
    ['not verified', { isEmailVerified: false }],
    ['missing', { email: null }],
  ])('creates no account if the address from Google is %s, and reports it', async (_, who) => {
    expect((await signIn(newBrowser(), newPerson(who))).href).toBe(`${failed}&code=address_not_confirmed`)
  })
})

describe('a return address', () => {
  it.each([
    'https://evil.example',
    'http:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'tabs/history',
    '@evil.example',
    '/%2e%2e//evil.example',
  ])('rejects a redirect that leaves the site: %j', async redirect => {
    const answer = await request(`/api/auth/google?${new URLSearchParams({ redirect })}`)
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request'])
  })
})

describe('a one-time code', () => {
  it('accepts a one-time code once', async () => {
    const browser = newBrowser()
    const code = codeOf(await signIn(browser, newPerson()))
    expect((await exchange(browser, code)).status).toBe(200)
    const again = await exchange(browser, code)
    expect([again.status, again.json.code]).toEqual(refused)
  })

  it('opens one session when many requests exchange a one-time code at once [ASVS 6.5.1]', async () => {
    const browser = newBrowser()
    const code = codeOf(await signIn(browser, newPerson()))
    const all = await Promise.all(Array.from({ length: 8 }, () => exchange(browser, code)))
    expect(all.map(one => one.status).toSorted()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
  })

  it('expires a one-time code after a minute [ASVS 6.5.5] [threat 2]', async () => {
    const browser = newBrowser()
    const early = codeOf(await signIn(browser, newPerson()))
    test.clock.advance(30_000)
    expect((await exchange(browser, early)).status).toBe(200)
    const late = codeOf(await signIn(browser, newPerson()))
    test.clock.advance(61_000)
    expect((await exchange(browser, late)).status).toBe(401)
  })

  it('rejects a one-time code in another browser and uses it up [ASVS 3.3.1, 6.6.2] [threat 2]', async () => {
    const [victim, attacker] = [newBrowser(), newBrowser()]
    const code = codeOf(await signIn(attacker, newPerson()))
    // Login CSRF: the attacker's own code in the victim's browser, with and without a sign-in that the victim started.
    expect((await exchange(victim, code)).status).toBe(401)
    await signIn(victim, newPerson())
    const second = codeOf(await signIn(attacker, newPerson()))
    expect((await exchange(victim, second)).status).toBe(401)
    expect((await exchange(attacker, second)).status).toBe(401)
  })

  it.each(['', 'x', 'x'.repeat(129), '\u0000', "' or 1=1 --"])(
    'rejects a one-time code that was never issued: %j',
    async code => {
      const answer = await exchange(newBrowser(), code)
      expect([400, 401]).toContain(answer.status)
    },
  )

  it('stores neither the one-time code nor the sign-in cookie in plain text [ASVS 3.3.4, 10.1.1]', async () => {
    const browser = newBrowser()
    const code = codeOf(await signIn(browser, newPerson()))
    const { db } = test.server.services.database
    const rows = JSON.stringify([
      await db.selectFrom('exchange_codes').selectAll().execute(),
      await db.selectFrom('identities').selectAll().execute(),
    ])
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(browser.cookies.get(cookie))
  })
})

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

describe('a sign-in from a phone', () => {
  it('returns the code to the app’s URL scheme, where only the app’s verifier can exchange it [ASVS 6.6.2]', async () => {
    const browser = newBrowser()
    const arrived = await signIn(browser, newPerson(), `?challenge=${challenge}`)
    expect(arrived.href).toMatch(/^app\.recaps:\/\/auth\/callback\?token=[\w-]{43}$/)
    // The app has no cookies of that browser. Another app that intercepts the URL has no verifier.
    expect((await exchange(newBrowser(), codeOf(arrived), verifier)).status).toBe(200)
    for (const wrong of [undefined, randomBytes(32).toString('base64url'), challenge]) {
      const stolen = codeOf(await signIn(browser, newPerson(), `?challenge=${challenge}`))
      expect((await exchange(browser, stolen, wrong)).status).toBe(401)
    }
  })

  it('reports a failed sign-in from a phone with the app’s URL scheme', async () => {
    const arrived = await signIn(newBrowser(), 'decline', `?challenge=${challenge}`)
    expect(arrived.href).toBe('app.recaps://auth/callback?error=auth_failed')
  })

  it.each(['x', 'x'.repeat(44), `${challenge}=`])('rejects a PKCE challenge that is not a hash: %s', async wrong => {
    expect((await request(`/api/auth/google?challenge=${encodeURIComponent(wrong)}`)).status).toBe(400)
  })
})

describe('the return from Google', () => {
  /** The return address of a sign-in, before the browser follows it. */
  async function returnUrl(browser: Browser, query = ''): Promise<URL> {
    const page = await browser.open(`${test.site}/api/auth/google${query}`)
    const back = await browser.choose(page, { person: newPerson().id }, /\/google\?/)
    return new URL(back.url)
  }
  const follow = async (browser: Browser, url: URL) => (await browser.open(url.href, atCallback)).url

  it('accepts the return from Google only in the browser that started the sign-in [ASVS 7.6.2, 10.1.2]', async () => {
    const [one, other] = [newBrowser(), newBrowser()]
    const back = await returnUrl(one)
    expect(await follow(newBrowser(), back)).toBe(failed)
    await returnUrl(other)
    expect(await follow(other, back)).toBe(failed)
    expect(await follow(one, back)).toContain('/auth/callback?token=')
  })

  it('accepts the return from Google once [ASVS 10.1.2]', async () => {
    const browser = newBrowser()
    const back = await returnUrl(browser)
    expect(await follow(browser, back)).toContain('/auth/callback?token=')
    expect(await follow(browser, back)).toBe(failed)
  })

  it('rejects the return from Google after 15 minutes [ASVS 9.2.1]', async () => {
    const browser = newBrowser()
    const back = await returnUrl(browser)
    test.clock.advance(15 * 60_000 + 1_000)
    expect(await follow(browser, back)).toBe(failed)
  })

  it('reports an expired sign-in from a phone to the app', async () => {
    const browser = newBrowser()
    const back = await returnUrl(browser, `?challenge=${challenge}`)
    test.clock.advance(15 * 60_000 + 1_000)
    expect((await browser.open(back.href, /^app\.recaps:/)).url).toBe('app.recaps://auth/callback?error=auth_failed')
  })

  it('reports a reached network limit on the login page or to the app, on the way to Google and back', async () => {
    const browser = newBrowser()
    const [back, toApp] = [await returnUrl(browser), await returnUrl(browser, `?challenge=${challenge}`)]
    await Promise.all(Array.from({ length: 120 }, () => exchange(browser, 'x')))
    const code = 'code=too_many_requests'
    expect((await browser.open(start, atCallback)).url).toBe(`${failed}&${code}`)
    expect(await follow(browser, back)).toBe(`${failed}&${code}`)
    expect((await browser.open(toApp.href, /^app\.recaps:/)).url).toBe(
      `app.recaps://auth/callback?error=auth_failed&${code}`,
    )
    const posted = await browser.call(`${test.site}/apple`, { method: 'POST', body: new URLSearchParams() })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `/login?error=auth_failed&${code}`])
    // API clients get JSON.
    expect((await browser.call(start)).status).toBe(429)
  })

  it.each<[string, (url: URL, other: URL) => void]>([
    ['no state', url => url.searchParams.delete('state')],
    ['a state with a forged signature', url => url.searchParams.set('state', `${btoa('{}')}.${'A'.repeat(43)}`)],
    ['a changed state', url => url.searchParams.set('state', `x${url.searchParams.get('state')}`)],
    ['the state of another sign-in', (url, other) => url.searchParams.set('state', other.searchParams.get('state')!)],
    ['the code of another sign-in', (url, other) => url.searchParams.set('code', other.searchParams.get('code')!)],
    ['no code', url => url.searchParams.delete('code')],
    ['a made-up code', url => url.searchParams.set('code', 'made-up')],
    ['another issuer', url => url.searchParams.set('iss', 'https://accounts.example.net')],
  ])('rejects a return from Google with %s', async (_, tamper) => {
    const browser = newBrowser()
    const [url, other] = [await returnUrl(browser), await returnUrl(browser)]
    tamper(url, other)
    expect(await follow(browser, url)).toBe(failed)
  })

  it.each(forgeries)(
    'rejects a return from Google with a forged token: %s [ASVS 6.8.2, 9.2.3, 10.2.2, 10.5.4] [threat 3]',
    async forgery => {
      test.google.forge(forgery)
      expect((await signIn(newBrowser(), newPerson())).href).toBe(failed)
    },
  )

  it.each([
    ['token', { kind: 'status', status: 500 }],
    ['token', { kind: 'garbage' }],
    ['token', { kind: 'hang' }],
    ['token', { kind: 'endless' }],
  ] as const)('fails a Google sign-in while the %s endpoint fails: %j', async (endpoint, fault) => {
    test.google.fault(endpoint, fault)
    const startedAt = performance.now()
    expect((await signIn(newBrowser(), newPerson())).href).toBe(`${failed}&code=sign_in_unavailable`)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})

describe('an account with a password', () => {
  const register = async (email: string) =>
    (await request('/api/auth/register', json({ email, password }))).json as { token: string; user: { id: number } }
  const confirm = (id: number) =>
    test.server.services.database.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', id)
      .execute()

  it('links a Google sign-in to an account with a confirmed address', async () => {
    const person = newPerson()
    const { user } = await register(person.email ?? '')
    await confirm(user.id)
    expect((await completeSignIn(person)).json.user.id).toBe(user.id)
  })

  it('a provider sign-in takes over an unconfirmed account and ends the access of its registrant (pre-hijacking) [threat 33]', async () => {
    const person = newPerson()
    const email = person.email ?? ''
    const lure = { firstName: 'WIN https://evil.example', lastName: 'Now' }
    const registered = await request('/api/auth/register', json({ email, password, ...lure }))
    const { token, user } = registered.json as { token: string; user: { id: number } }
    await request('/api/auth/request-password-reset', json({ email }))
    const [confirmMail] = await waitForMails(test.dataDir, email, /Confirm/)
    const [resetMail] = await waitForMails(test.dataDir, email, /new password/)

    const owner = (await completeSignIn(person)).json
    expect(owner.user).toMatchObject({ id: user.id, emailVerified: true })
    expect(JSON.stringify(owner.user)).not.toMatch(/WIN|evil/)

    // The attacker's session, password and mailed links no longer work.
    expect((await request('/api/users/profile', withToken(token))).status).toBe(401)
    expect((await request('/api/auth/login', json({ email, password }))).status).toBe(401)
    const link = withToken(token, json({ token: tokenFromMail(confirmMail!) }))
    expect((await request('/api/auth/verify-email', link)).status).toBe(401)
    const reset = json({ token: tokenFromMail(resetMail!), newPassword: 'seven green umbrellas' })
    expect((await request('/api/auth/reset-password', reset)).json.code).toBe('link_expired')

    const [notice] = await waitForMails(test.dataDir, email, /already had a .* account/)
    expect(notice!.text).toContain('You signed in with Google.')
    expect(`${notice!.html}${notice!.text}`).not.toMatch(/WIN|evil/)
    // The next sign-in finds the same account.
    expect((await completeSignIn(person)).json.user.id).toBe(user.id)
  })

  it('a provider sign-in takes over an unconfirmed account while its password is being used and changed', async () => {
    const person = newPerson()
    const email = person.email ?? ''
    const { token } = await register(email)
    const change = { currentPassword: password, newPassword: 'seven green umbrellas' }
    const [signedIn, ...others] = await Promise.all([
      completeSignIn(person),
      request('/api/users/password', withToken(token, json(change, { method: 'PUT' }))),
      ...Array.from({ length: 3 }, () => request('/api/auth/login', json({ email, password }))),
    ])
    expect(signedIn.status).toBe(200)
    for (const { json: answer } of others)
      if (answer?.token) expect((await request('/api/users/profile', withToken(answer.token))).status).toBe(401)
    for (const secret of [password, change.newPassword])
      expect((await request('/api/auth/login', json({ email, password: secret }))).status).toBe(401)
    expect((await request('/api/users/profile', withToken(signedIn.json.token))).status).toBe(200)
  })

  it('does not link a Google sign-in whose address Google has not confirmed to an existing account', async () => {
    const person = newPerson({ isEmailVerified: false })
    const { user } = await register(person.email ?? '')
    await confirm(user.id)
    expect((await signIn(newBrowser(), person)).href).toBe(`${failed}&code=address_not_confirmed`)
  })

  it('rejects a second Google account that got the address of the first one later [ASVS 10.5.2]', async () => {
    const person = newPerson()
    expect((await completeSignIn(person)).status).toBe(200)
    const heir = newPerson({ email: person.email })
    expect((await signIn(newBrowser(), heir)).href).toBe(`${failed}&code=password_first`)
  })
})

describe('cookies as authentication', () => {
  it('accepts no cookie as authentication on any route', async () => {
    const browser = newBrowser()
    const { json: session } = await exchange(browser, codeOf(await signIn(browser, newPerson())))
    await signIn(browser, newPerson())
    const Cookie = [...browser.cookies]
      .filter(([key]) => key.startsWith('localhost/'))
      .map(([key, value]) => `${key.split(' ')[1]}=${value}`)
      .concat(`token=${session.token}`, `authToken=${session.token}`, `__Host-sign-in=${session.token}`)
      .join('; ')
    for (const route of contractRoutes().filter(({ access }) => access === 'user')) {
      const answer = await request(route.path.replace(/\{\w+\}/g, '1'), { method: route.method, headers: { Cookie } })
      expect([route.path, answer.status, answer.json.code]).toEqual([route.path, 401, 'unauthorized'])
    }
  })
})

describe('the configured providers', () => {
  it('lists the configured providers without a session', async () => {
    expect((await request('/api/auth/providers/')).json).toEqual({
      web: ['google', 'apple'],
      native: ['google', 'apple'],
    })
  })
})
