import { failures } from '@recaps/contract/failures'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Call, createApiCaller, json } from '../../../test/calls.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, useServer } from '../../../test/start-server.ts'
import { contractRoutes } from '../../http/api-document.ts'

const test = await useServer({ env: { TRUSTED_PROXIES: '1' }, ports: { speech: silentSpeech } })
const request = createApiCaller(test.url)
let token = ''
let email = ''

beforeAll(async () => {
  const user = await test.newUser()
  token = user.token
  email = user.email
})

describe('an account', () => {
  it('creates one account per e-mail address, whatever its case', async () => {
    const body = { email: 'Ada.Lovelace@Example.com', password, firstName: 'Ada', timezone: 'Europe/London' }
    const created = await request('/api/auth/register', json(body))
    expect(created.status).toBe(200)
    expect(created.json.user).toMatchObject({ firstName: 'Ada', timezone: 'Europe/London', emailVerified: false })
    expect(JSON.stringify(created.json)).not.toMatch(/password|hash/i)
    const again = await request('/api/auth/register', json({ ...body, email: 'ada.lovelace@example.COM' }))
    expect([again.status, again.json.code]).toEqual([400, 'email_taken'])
    const [one, two] = await Promise.all(
      [1, 2].map(() => request('/api/auth/register', json({ email: 'twice@example.com', password }))),
    )
    expect([one!.status, two!.status].sort()).toEqual([200, 400])
  })

  it.each([
    [{ email: 'x', password }, 'Please enter a valid email'],
    [{ email: 'a@example.com', password: 'short' }, 'Password must be at least 8 characters'],
    [{ email: 'a@example.com', password: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
  ])(
    'rejects an invalid registration with a readable message: %j [spec 5.6] [ASVS 2.2.1, 6.2.1]',
    async (body, sentence) => {
      const refused = await request('/api/auth/register', json(body))
      expect([refused.status, refused.json.code, refused.json.error]).toEqual([400, 'invalid_request', sentence])
    },
  )

  it('counts a registration against the network limit only if its password is acceptable', async () => {
    const register = (secret: string, n: number) =>
      request(
        '/api/auth/register',
        json({ email: `many-${n}@example.com`, password: secret }, { headers: { 'X-Forwarded-For': '203.0.113.200' } }),
      )
    for (let n = 0; n < 20; n++) expect((await register('password1', n)).json.code).toBe('password_too_common')
    for (let n = 0; n < 20; n++) expect((await register(password, n)).status).toBe(200)
    expect((await register(password, 20)).status).toBe(429)
  })

  it('ignores unknown fields in a registration', async () => {
    const extra = { id: 7, userId: 7, emailVerified: true, planId: 'ultimate', subscriptions: [], isAdmin: true }
    const created = await request('/api/auth/register', json({ email: 'greedy@example.com', password, ...extra }))
    expect(created.json.user.id).not.toBe(7)
    expect(created.json.user.emailVerified).toBe(false)
  })

  it('falls back to UTC when registering with an unknown time zone', async () => {
    const created = await request(
      '/api/auth/register',
      json({ email: 'mars@example.com', password, timezone: 'Mars/Base' }),
    )
    expect(created.json.user.timezone).toBe('UTC')
  })
})

describe('a session', () => {
  it('logs out one session at once and keeps the other sessions of the user [ASVS 7.4.1]', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => request('/api/auth/login', json({ email, password }))))
    const bearer = (answer: typeof one) => ({ headers: { Authorization: `Bearer ${answer!.json.token}` } })
    expect(one!.json.token).not.toBe(two!.json.token)
    expect((await request('/api/auth/logout', { method: 'POST', ...bearer(one) })).status).toBe(204)
    expect((await request('/api/users/profile', bearer(one))).status).toBe(401)
    expect((await request('/api/users/profile', bearer(two))).status).toBe(200)
  })

  it('expires a session after 30 days without use, and after half a year in any case [ASVS 7.3.1, 7.3.2]', async () => {
    const dayMs = 24 * 3600_000
    const { json: answer } = await request('/api/auth/login', json({ email, password }))
    const bearer = { headers: { Authorization: `Bearer ${answer.token}` } }
    for (let month = 0; month < 6; month++) {
      test.clock.advance(29 * dayMs)
      expect((await request('/api/users/profile', bearer)).status).toBe(200)
    }
    test.clock.advance(29 * dayMs)
    expect((await request('/api/users/profile', bearer)).status).toBe(401)
    const idle = await request('/api/auth/login', json({ email, password }))
    token = (await request('/api/auth/login', json({ email, password }))).json.token
    test.clock.advance(31 * dayMs)
    expect(
      (await request('/api/users/profile', { headers: { Authorization: `Bearer ${idle.json.token}` } })).status,
    ).toBe(401)
    token = (await request('/api/auth/login', json({ email, password }))).json.token
  })

  it('accepts a session only as a bearer token, not in a cookie, query or another header [ASVS 3.5.1, 14.2.1, 15.3.7]', async () => {
    const calls: Call[] = [
      { headers: { Cookie: `token=${token}; session=${token}; Authorization=Bearer ${token}` } },
      { headers: { Authorization: `Basic ${token}` } },
      { headers: { Authorization: token } },
      { headers: { 'X-Api-Key': token } },
    ]
    for (const call of calls) expect((await request('/api/users/profile', call)).status).toBe(401)
    expect((await request(`/api/users/profile?token=${token}&access_token=${token}`)).status).toBe(401)
    expect((await request('/api/users/profile', { headers: { Authorization: `bearer ${token}` } })).status).toBe(200)
  })

  it('requires a session on every non-public route before it reads the body [ASVS 3.5.3, 6.3.4, 7.2.1, 8.2.1]', async () => {
    for (const route of contractRoutes().filter(({ access }) => access === 'user')) {
      const path = route.path.replace('{id}', '1')
      const refused = await request(path, { method: route.method, ...(route.method === 'GET' ? {} : { body: '{' }) })
      expect([route.path, refused.status, refused.json.code]).toEqual([route.path, 401, 'unauthorized'])
      expect(refused.json.error).toBe(failures.unauthorized.sentence)
    }
  })
})

describe('logging in', () => {
  const tryLogin = (address: string, secret: string, headers: Record<string, string> = {}) =>
    request('/api/auth/login', json({ email: address, password: secret }, { headers }))

  it('answers an unknown address and a wrong password identically, in the same time [threat 4]', async () => {
    const unknown: number[] = []
    const wrong: number[] = []
    const bodies = new Set<string>()
    const timed = async (times: number[], address: string) => {
      const startedAt = performance.now()
      const refused = await tryLogin(address, 'wrong password')
      times.push(performance.now() - startedAt)
      bodies.add(JSON.stringify({ ...refused.json, requestId: '' }) + refused.status)
    }
    for (let round = 0; round < 40; round++) {
      const pair = [() => timed(unknown, `nobody-${round}@example.com`), () => timed(wrong, email)]
      for (const attempt of round % 2 ? pair : pair.toReversed()) await attempt()
    }
    expect(bodies.size).toBe(1)
    // Both calls of a pair run under the same machine load. Without the decoy hash the ratio is below 0.2.
    const ratio = median(unknown.map((ms, round) => ms / wrong[round]!))
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.67)
  })

  it('blocks logins after five wrong passwords with Retry-After and lets the owner log in from elsewhere [ASVS 2.4.1, 4.1.3, 6.3.1, 15.3.4]', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.5' }
    const answers = []
    for (let tries = 0; tries < 8; tries++) answers.push(await tryLogin(email, 'wrong password', from))
    expect(answers.map(answer => answer.status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(Number(answers[5]!.headers.get('retry-after'))).toBeGreaterThan(60)
    // From this network even the right password is refused, and a forged X-Forwarded-For chain doesn't help.
    expect((await tryLogin(email, password, from)).status).toBe(429)
    expect((await tryLogin(email, password, { 'X-Forwarded-For': '198.51.100.7, 203.0.113.99' })).status).toBe(429)
    expect((await tryLogin(email, password)).status).toBe(200)
  })

  /** Uses up the login limit of a network except for `left` attempts. Phone companies put thousands of users behind one network. */
  const leaveTo = async (network: string, left: number) => {
    for (let tries = 50; tries > left; tries--) await test.server.services.limits.take('login_network', network)
  }

  it('does not count successful logins against other users of the same network', async () => {
    const from = { 'X-Forwarded-For': '198.51.101.140' }
    await leaveTo('198.51.101.0/24', 1)
    for (let n = 0; n < 2; n++) expect((await tryLogin((await test.newUser()).email, password, from)).status).toBe(200)
    expect((await tryLogin(email, 'wrong password', from)).status).toBe(401)
    expect((await tryLogin(email, password, from)).status).toBe(429)
  })

  it('counts repeated logins to one account against the network limit', async () => {
    const from = { 'X-Forwarded-For': '198.51.102.140' }
    await leaveTo('198.51.102.0/24', 1)
    for (let tries = 0; tries < 11; tries++) expect((await tryLogin(email, password, from)).status).toBe(200)
    expect((await tryLogin(email, password, from)).status).toBe(429)
  })

  it('refuses a rate-limited login before hashing the password [ASVS 6.3.1]', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.77' }
    const took = async (tries: (() => Promise<unknown>)[]) => {
      const startedAt = performance.now()
      await Promise.all(tries.map(attempt => attempt()))
      return performance.now() - startedAt
    }
    const secret = 'x'.repeat(1000)
    const elsewhere = (n: number) => ({ 'X-Forwarded-For': `198.18.${n}.1` })
    for (let tries = 0; tries < 5; tries++) await tryLogin('target@example.com', 'wrong password', from)
    const hashed = await took(
      Array.from({ length: 40 }, (_, n) => () => tryLogin(`n${n}@example.com`, secret, elsewhere(n))),
    )
    const refused = await took(Array.from({ length: 40 }, () => () => tryLogin('target@example.com', secret, from)))
    expect(refused).toBeLessThan(hashed / 2)
  })
})

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
