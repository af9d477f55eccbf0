import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { failures } from '@recaps/contract/failures'
import { beforeAll, describe, expect, it } from 'vitest'
import { silence } from '../../test/silence.ts'
import { password, useServer } from '../../test/start-server.ts'
import { eventually } from '../../test/waiting.ts'
import { contractCalls, contractRoutes } from './api-document.ts'

const origin = 'https://app.example.com'
const test = await useServer({
  env: { TRUSTED_PROXIES: '1', ALLOWED_ORIGINS: `${origin},capacitor://localhost` },
  ports: { speech: silence },
})
let networks = 0
const elsewhere = () => ({ 'X-Forwarded-For': `10.${Math.floor(++networks / 250)}.${networks % 250}.9` })
let token = ''
let email = ''

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: RequestInit['body']
}
/** As `fetch` will not let one: any method, any header, and the answer as it comes. */
const ask = async (path: string, { method = 'GET', headers = {}, body }: Call = {}) => {
  const answer = await fetch(test.url + path, { method, headers: { ...elsewhere(), ...headers }, body: body ?? null })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: text.startsWith('{') ? JSON.parse(text) : null }
}
const asUser = (call: Call = {}): Call => ({ ...call, headers: { Authorization: `Bearer ${token}`, ...call.headers } })
const json = (body: unknown, call: Call = {}): Call => ({
  method: 'POST',
  ...call,
  headers: { 'Content-Type': 'application/json', ...call.headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

beforeAll(async () => {
  const user = await test.newUser()
  token = user.token
  email = user.email
})

describe('an account', () => {
  it('is made once for an address, however it is written', async () => {
    const body = { email: 'Ada.Lovelace@Example.com', password, firstName: 'Ada', timezone: 'Europe/London' }
    const made = await ask('/api/auth/register', json(body))
    expect(made.status).toBe(200)
    expect(made.json.user).toMatchObject({ firstName: 'Ada', timezone: 'Europe/London', emailVerified: false })
    expect(JSON.stringify(made.json)).not.toMatch(/password|hash/i)
    const again = await ask('/api/auth/register', json({ ...body, email: 'ada.lovelace@example.COM' }))
    expect([again.status, again.json.code]).toEqual([400, 'email_taken'])
    const [one, two] = await Promise.all(
      [1, 2].map(() => ask('/api/auth/register', json({ email: 'twice@example.com', password }))),
    )
    expect([one!.status, two!.status].sort()).toEqual([200, 400])
  })

  it.each([
    [{ email: 'x', password }, 'Please enter a valid email'],
    [{ email: 'a@example.com', password: 'short' }, 'Password must be at least 8 characters'],
    [{ email: 'a@example.com', password: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
  ])('is refused with a sentence: %j', async (body, sentence) => {
    const refused = await ask('/api/auth/register', json(body))
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([400, 'invalid_request', sentence])
  })

  it('takes nothing from the caller but what it asks for', async () => {
    const extra = { id: 7, userId: 7, emailVerified: true, planId: 'ultimate', subscriptions: [], isAdmin: true }
    const made = await ask('/api/auth/register', json({ email: 'greedy@example.com', password, ...extra }))
    expect(made.json.user.id).not.toBe(7)
    expect(made.json.user.emailVerified).toBe(false)
  })

  it('falls back to UTC for a zone that does not exist', async () => {
    const made = await ask('/api/auth/register', json({ email: 'mars@example.com', password, timezone: 'Mars/Base' }))
    expect(made.json.user.timezone).toBe('UTC')
  })
})

describe('a session', () => {
  it('ends with its log-out at once, and leaves the others alone', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => ask('/api/auth/login', json({ email, password }))))
    const bearer = (answer: typeof one) => ({ headers: { Authorization: `Bearer ${answer!.json.token}` } })
    expect(one!.json.token).not.toBe(two!.json.token)
    expect((await ask('/api/auth/logout', { method: 'POST', ...bearer(one) })).status).toBe(204)
    expect((await ask('/api/users/profile', bearer(one))).status).toBe(401)
    expect((await ask('/api/users/profile', bearer(two))).status).toBe(200)
  })

  it('ends after a month without use, and after half a year in any case', async () => {
    const dayMs = 24 * 3600_000
    const { json: answer } = await ask('/api/auth/login', json({ email, password }))
    const bearer = { headers: { Authorization: `Bearer ${answer.token}` } }
    for (let month = 0; month < 6; month++) {
      test.clock.advance(29 * dayMs)
      expect((await ask('/api/users/profile', bearer)).status).toBe(200)
    }
    test.clock.advance(29 * dayMs)
    expect((await ask('/api/users/profile', bearer)).status).toBe(401)
    const idle = await ask('/api/auth/login', json({ email, password }))
    token = (await ask('/api/auth/login', json({ email, password }))).json.token
    test.clock.advance(31 * dayMs)
    expect((await ask('/api/users/profile', { headers: { Authorization: `Bearer ${idle.json.token}` } })).status).toBe(
      401,
    )
    token = (await ask('/api/auth/login', json({ email, password }))).json.token
  })

  it('is carried by its bearer token alone: no cookie, no query, no other scheme', async () => {
    const calls: Call[] = [
      { headers: { Cookie: `token=${token}; session=${token}; Authorization=Bearer ${token}` } },
      { headers: { Authorization: `Basic ${token}` } },
      { headers: { Authorization: token } },
      { headers: { 'X-Api-Key': token } },
    ]
    for (const call of calls) expect((await ask('/api/users/profile', call)).status).toBe(401)
    expect((await ask(`/api/users/profile?token=${token}&access_token=${token}`)).status).toBe(401)
    expect((await ask('/api/users/profile', { headers: { Authorization: `bearer ${token}` } })).status).toBe(200)
  })

  it('is asked of every call that is not public, before anything else is looked at', async () => {
    for (const route of contractRoutes().filter(one => one.access === 'user')) {
      const path = route.path.replace('{id}', '1')
      const refused = await ask(path, { method: route.method, ...(route.method === 'GET' ? {} : { body: '{' }) })
      expect([route.path, refused.status, refused.json.code]).toEqual([route.path, 401, 'unauthorized'])
      expect(refused.json.error).toBe(failures.unauthorized.sentence)
    }
  })
})

describe('logging in', () => {
  const tryLogin = (address: string, secret: string, headers: Record<string, string> = {}) =>
    ask('/api/auth/login', json({ email: address, password: secret }, { headers }))

  it('answers an unknown address and a wrong password alike, in the same time', async () => {
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
      await timed(unknown, `nobody-${round}@example.com`)
      await timed(wrong, email)
    }
    expect(bodies.size).toBe(1)
    const ratio = median(unknown) / median(wrong)
    expect(ratio).toBeGreaterThan(0.75)
    expect(ratio).toBeLessThan(1.33)
  })

  it('stops asking for passwords after five wrong ones, says how long, and lets the owner in from elsewhere', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.5' }
    const answers = []
    for (let tries = 0; tries < 8; tries++) answers.push(await tryLogin(email, 'wrong password', from))
    expect(answers.map(answer => answer.status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(Number(answers[5]!.headers.get('retry-after'))).toBeGreaterThan(60)
    // Not even the right one is looked at from there, and a forged chain of addresses does not help.
    expect((await tryLogin(email, password, from)).status).toBe(429)
    expect((await tryLogin(email, password, { 'X-Forwarded-For': '198.51.100.7, 203.0.113.99' })).status).toBe(429)
    expect((await tryLogin(email, password)).status).toBe(200)
  })

  it('refuses before it hashes', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.77' }
    for (let tries = 0; tries < 5; tries++) await tryLogin('target@example.com', 'wrong password', from)
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 40 }, () => tryLogin('target@example.com', 'x'.repeat(1000), from)))
    // Forty hashes of 23 ms would take a second on one core.
    expect(performance.now() - startedAt).toBeLessThan(700)
  })
})

describe('a body', () => {
  const wish = { urlOrId: 'ryPGNFRu8mk', type: 'youtube' }
  const send = (call: Call) => ask('/api/summaries', asUser(call))

  it.each([
    [
      'larger than 100 KiB',
      json(JSON.stringify({ ...wish, pad: 'x'.repeat(100 * 1024) })),
      'The request is too large.',
    ],
    [
      'compressed',
      json(wish, { headers: { 'Content-Encoding': 'gzip' } }),
      'Compressed request bodies are not accepted.',
    ],
    [
      'of another type',
      json(wish, { headers: { 'Content-Type': 'text/plain' } }),
      'The body must be sent as application/json.',
    ],
    ['cut off', json('{"urlOrId":"ryPGNFRu8mk",'), 'The body is not valid JSON.'],
    ['with a prototype', json('{"__proto__":{"type":"youtube"},"urlOrId":"x"}'), 'The body is not valid JSON.'],
    ['with a constructor', json('{"constructor":{"prototype":{"a":1}}}'), 'The body is not valid JSON.'],
    ['nested too deeply', json(`${'['.repeat(33)}${']'.repeat(33)}`), 'The request is nested too deeply.'],
    [
      'nested beyond reason',
      json(`{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`),
      'The request is nested too deeply.',
    ],
    ['with U+0000', json({ ...wish, urlOrId: 'a\u0000b' }), 'The request holds a character that is no text.'],
  ])('%s is refused', async (_, call, sentence) => {
    const refused = await send(call)
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([400, 'invalid_request', sentence])
  })

  it('that is really compressed is refused unread', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20))
    const refused = await send({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: new Uint8Array(bomb),
    })
    expect(refused.status).toBe(400)
  })

  it('that is longer than it says is cut off at the limit', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new Uint8Array(64 * 1024).fill(0x20)),
    })
    const refused = await fetch(`${test.url}/api/summaries`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(refused.status).toBe(400)
  })

  it('holds the words of a caption file with U+0000 in them', async () => {
    const words = Array.from({ length: 40 }, (_, i) => `We measured the bridge on day ${i} and it did not move.`)
    const vtt = `WEBVTT\n\n${words.map((text, i) => `00:00:${String(i).padStart(2, '0')}.000 --> 00:00:${String(i + 1).padStart(2, '0')}.000\n${text}\u0000\n`).join('\n')}`
    const sent = await ask('/api/summaries/upload?name=nul.vtt', asUser({ method: 'POST', body: vtt }))
    expect(sent.status).toBe(202)
    const ended = await eventually(
      async () => (await ask(`/api/summaries/${sent.json.id}`, asUser())).json,
      summary => ['ready', 'failed'].includes(summary.state),
    )
    expect([ended.state, ended.code]).toEqual(['ready', null])
    expect(ended.summary).not.toContain('\u0000')
  })
})

describe('an address', () => {
  it('works with and without a slash at its end', async () => {
    for (const path of ['/api/summaries', '/api/users/profile', '/health'])
      expect([(await ask(path, asUser())).status, (await ask(`${path}/`, asUser())).status]).toEqual([200, 200])
  })

  it.each(['0', '-1', 'abc', '1.5', '99999999999999999999', '%00', "1'--", '%E0%A4%A'])(
    'with the id %s names nothing',
    async id => {
      const missing = await ask(`/api/summaries/${id}`, asUser())
      expect([missing.status, missing.json.code]).toEqual([404, 'not_found'])
    },
  )

  it('that nobody serves is a 404 in the form of every error', async () => {
    for (const path of ['/api/nothing', '/api', '/audio/1/x.mp3', '/thumbnails/none', '/metrics/x'])
      expect((await ask(path)).json).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
  })

  it('answers HEAD without a body, and leaves no stream open for it', async () => {
    expect(await ask('/health', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    expect((await ask('/api/summaries', { method: 'HEAD' })).status).toBe(401)
    await ask('/api/summaries/events', asUser({ method: 'HEAD' }))
    expect((await ask('/metrics')).status).toBe(404)
    const { services } = test.server
    expect(await services.metrics.text()).toMatch(/recaps_event_streams 0/)
  })

  it('answers TRACE and made-up methods with nothing of the request', async () => {
    for (const method of ['TRACE', 'PROPFIND']) {
      const answer = await raw(method, '/api/users/profile', { 'X-Secret': 'canary', Authorization: `Bearer ${token}` })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toContain('canary')
    }
  })

  it('serves exactly what the API description lists', async () => {
    const { json: document } = await ask('/api/openapi.json')
    const listed = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(contractCalls().sort())
    expect((await ask('/api/docs')).text).toContain('POST /api/summaries')
  })
})

describe('another origin', () => {
  const allow = 'access-control-allow-origin'

  it('may call when it is on the list, by exact name', async () => {
    for (const allowed of [origin, 'capacitor://localhost']) {
      const answer = await ask('/api/users/profile', asUser({ headers: { Origin: allowed } }))
      expect([answer.headers.get(allow), answer.headers.get('vary')]).toEqual([allowed, 'Origin'])
      const preflight = await ask('/api/summaries', { method: 'OPTIONS', headers: { Origin: allowed } })
      expect([preflight.status, preflight.headers.get(allow)]).toEqual([204, allowed])
    }
  })

  it.each([
    'null',
    'https://evil.example',
    'https://app.example.com.evil.example',
    'https://evilapp.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'https://app.example.com/',
    '*',
    'file://',
    'https://localhost',
    'capacitor://localhost.evil',
  ])('may not when it is %s', async other => {
    const answer = await ask('/api/users/profile', asUser({ headers: { Origin: other } }))
    expect([answer.headers.get(allow), answer.headers.get('vary')]).toEqual([null, 'Origin'])
    const preflight = await ask('/api/summaries', { method: 'OPTIONS', headers: { Origin: other } })
    expect([preflight.status, preflight.headers.get(allow)]).toEqual([403, null])
  })
})

describe('every answer', () => {
  const names = [
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'permissions-policy',
    'x-frame-options',
  ]

  it('carries the same security headers, errors included, and an id of its own', async () => {
    const answers = [
      await ask('/health'),
      await ask('/api/users/profile', asUser()),
      await ask('/api/users/profile'),
      await ask('/api/nothing'),
      await ask('/api/summaries', asUser(json('{'))),
      await ask('/api/summaries', { method: 'OPTIONS', headers: { Origin: 'null' } }),
      await ask('/audio/1/x.mp3'),
      await ask('/metrics'),
    ]
    const headersOf = (answer: (typeof answers)[number]) =>
      names.map(name => [name, answer.headers.get(name)?.replace(test.twin.url, 'https://player.example')])
    for (const answer of answers) {
      expect(headersOf(answer)).toEqual(headersOf(answers[0]!))
      expect(answer.headers.get('x-powered-by')).toBeNull()
    }
    expect(headersOf(answers[0]!)).toMatchInlineSnapshot(`
      [
        [
          "content-security-policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src https://player.example; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        ],
        [
          "x-content-type-options",
          "nosniff",
        ],
        [
          "referrer-policy",
          "strict-origin-when-cross-origin",
        ],
        [
          "cross-origin-opener-policy",
          "same-origin",
        ],
        [
          "cross-origin-resource-policy",
          "same-origin",
        ],
        [
          "permissions-policy",
          "camera=(), geolocation=(), microphone=(), payment=(self)",
        ],
        [
          "x-frame-options",
          "DENY",
        ],
      ]
    `)
    expect(new Set(answers.map(answer => answer.headers.get('x-request-id'))).size).toBe(answers.length)
    for (const answer of answers.slice(1, 6)) expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('names itself in the body of an error', async () => {
    const { headers, json: body } = await ask('/api/users/profile')
    expect(body).toEqual({
      error: failures.unauthorized.sentence,
      code: 'unauthorized',
      requestId: headers.get('x-request-id'),
    })
  })
})

describe('the figures of the service', () => {
  it('are told on the same machine, and to no proxy', async () => {
    const told = await fetch(`${test.url}/metrics`)
    expect(told.status).toBe(200)
    const text = await told.text()
    for (const name of [
      'recaps_http_request_seconds',
      'recaps_job_seconds',
      'recaps_event_streams',
      'process_cpu_seconds_total',
    ])
      expect(text).toContain(name)
    // Routes, not addresses: a path holds ids, and who asks could fill the memory with made-up ones.
    expect(text).toContain('route="/api/summaries/:id"')
    expect(text).not.toMatch(/route="[^"]*\/(99999999999999999999|abc)"/)
    expect(text).not.toContain(email)
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-Ip'])
      expect((await fetch(`${test.url}/metrics`, { headers: { [header]: '127.0.0.1' } })).status).toBe(404)
  })
})

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Methods that `fetch` forbids. */
function raw(method: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(test.url + path, { method, headers }, answer => {
      let text = ''
      answer.on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
