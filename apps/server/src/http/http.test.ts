import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { failures } from '@recaps/contract/failures'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Call, createApiCaller, json, withToken } from '../../test/calls.ts'
import { asOperator } from '../../test/operator.ts'
import { silentSpeech } from '../../test/silent-speech.ts'
import { startServer, useServer } from '../../test/start-server.ts'
import { eventually } from '../../test/wait-for.ts'
import { contractCalls } from './api-document.ts'

const origin = 'https://app.example.com'
const test = await useServer({
  env: {
    TRUSTED_PROXIES: '1',
    ALLOWED_ORIGINS: `${origin},capacitor://localhost`,
    PUBLIC_URL: 'https://recaps.example.com',
    SUPPORT_EMAIL: 'safety@recaps.example',
  },
  ports: { speech: silentSpeech },
})
const ask = createApiCaller(test.url)
let token = ''
let email = ''
const asUser = (call: Call = {}): Call => withToken(token, call)

beforeAll(async () => {
  const user = await test.newUser()
  token = user.token
  email = user.email
})

describe('a request body', () => {
  const body = { urlOrId: 'ryPGNFRu8mk', type: 'youtube' }
  const send = (call: Call) => ask('/api/summaries', asUser(call))

  it.each([
    [
      'labelled as compressed',
      json(body, { headers: { 'Content-Encoding': 'gzip' } }),
      'Compressed request bodies are not accepted.',
    ],
    [
      'of another type',
      json(body, { headers: { 'Content-Type': 'text/plain' } }),
      'The body must be sent as application/json.',
    ],
    ['truncated', json('{"urlOrId":"ryPGNFRu8mk",'), 'The body is not valid JSON.'],
    ['with a prototype', json('{"__proto__":{"type":"youtube"},"urlOrId":"x"}'), 'The body is not valid JSON.'],
    ['with a constructor', json('{"constructor":{"prototype":{"a":1}}}'), 'The body is not valid JSON.'],
    ['nested 33 levels deep', json(`${'['.repeat(33)}${']'.repeat(33)}`), 'The request is nested too deeply.'],
    [
      'nested 40,000 levels deep',
      json(`{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`),
      'The request is nested too deeply.',
    ],
    ['with U+0000', json({ ...body, urlOrId: 'a\u0000b' }), 'The request contains a NUL character.'],
  ])('rejects a request body %s [ASVS 1.1.1, 1.5.2, 3.5.2, 15.3.6] [threat 20]', async (_, call, sentence) => {
    const refused = await send(call)
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([400, 'invalid_request', sentence])
  })

  it('replaces a lone surrogate in a request body by U+FFFD', async () => {
    const call = { ...json({ defaultFocus: 'half \ud83d of it' }), method: 'PUT' }
    const { status, json: settings } = await ask('/api/users/settings', asUser(call))
    expect([status, settings.defaultFocus]).toEqual([200, 'half \ufffd of it'])
  })

  it('rejects a request body larger than 100 KiB and accepts one of exactly 100 KiB', async () => {
    const filled = (bytes: number) => {
      const bare = JSON.stringify({ ...body, pad: '' }).length
      return json({ ...body, pad: 'x'.repeat(bytes - bare) })
    }
    const refused = await send(filled(100 * 1024 + 1))
    expect([refused.status, refused.json.code]).toEqual([413, 'too_large'])
    expect((await send(filled(100 * 1024))).status).toBeLessThan(300)
  })

  it('rejects a compressed request body without decompressing it [ASVS 5.2.3] [threat 20]', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20))
    const refused = await send({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: new Uint8Array(bomb),
    })
    expect(refused.status).toBe(400)
  })

  it('stops reading a request body without a length at the size limit [ASVS 5.2.1] [threat 17]', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new Uint8Array(64 * 1024).fill(0x20)),
    })
    const refused = await fetch(`${test.url}/api/summaries`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(refused.status).toBe(413)
  })

  it('counts a client that disconnects within its request body as a 400, not as a server error', async () => {
    const { hostname, port } = new URL(test.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a',
    )
    await setTimeout(200)
    socket.destroy()
    const metrics = await eventually(
      () => test.server.services.metrics.text(),
      text => /route="\/api\/auth\/login",status="\d+"/.test(text),
    )
    expect(metrics).toMatch(/route="\/api\/auth\/login",status="400"/)
  })

  it('summarizes an uploaded caption file that contains U+0000', async () => {
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

describe('a URL', () => {
  it('answers a path with and without a trailing slash', async () => {
    for (const path of ['/api/summaries', '/api/users/profile', '/health'])
      expect([(await ask(path, asUser())).status, (await ask(`${path}/`, asUser())).status]).toEqual([200, 200])
  })

  it.each(['0', '-1', 'abc', '1.5', '99999999999999999999', '%00', "1'--", '%E0%A4%A'])(
    'answers 404 for the malformed summary id %s [ASVS 1.4.2]',
    async id => {
      const missing = await ask(`/api/summaries/${id}`, asUser())
      expect([missing.status, missing.json.code]).toEqual([404, 'not_found'])
    },
  )

  it('rejects a URL over 12 KiB, but accepts the longest page tokens', async () => {
    const refused = await ask(`/api/youtube/videos?query=x&page=${'p'.repeat(12 * 1024)}`, asUser())
    expect([refused.status, refused.json.code]).toEqual([414, 'address_too_long'])
    const query = encodeURIComponent('\u{1f30d}'.repeat(250))
    const longest = await ask(`/api/youtube/videos?query=${query}&page=${'p'.repeat(7_000)}`, asUser())
    expect([longest.status, longest.json.error]).toEqual([400, 'This page has expired. Search again.'])
    for (const length of [7_001, 11 * 1024]) {
      const token = await ask(`/api/youtube/videos?query=x&page=${'p'.repeat(length)}`, asUser())
      expect([token.status, token.json.code]).toEqual([400, 'invalid_request'])
      expect(token.json.error).toContain('page: Too big')
    }
  })

  it('answers an unknown path with 404 and the usual error body', async () => {
    for (const path of ['/api/nothing', '/api', '/audio/1/x.mp3', '/thumbnails/none', '/metrics/x'])
      expect((await ask(path)).json).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
  })

  it('answers HEAD without a body, and keeps no event stream open for it', async () => {
    expect(await ask('/health', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    expect((await ask('/api/summaries', { method: 'HEAD' })).status).toBe(401)
    await ask('/api/summaries/events', asUser({ method: 'HEAD' }))
    const { services } = test.server
    expect(await services.metrics.text()).toMatch(/recaps_event_streams 0/)
  })

  it.each([
    ['DELETE', '/api/summaries', 'GET, HEAD, POST'],
    ['POST', '/api/summaries/7', 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/api/summaries/7/view', 'POST'],
    ['HEAD', '/api/auth/login', 'POST'],
    // Literal paths of the contract do not inherit the methods of `/api/summaries/{id}`.
    ['PATCH', '/api/summaries/usage', 'GET, HEAD'],
    ['DELETE', '/api/summaries/preview', 'POST'],
    ['GET', '/api/schedules/sample', 'POST'],
    ['PUT', '/api/schedules/import/', 'POST'],
    ['POST', '/audio/1/x.mp3', 'GET, HEAD'],
    ['DELETE', '/unsubscribe/x', 'GET, HEAD, POST'],
    ['POST', '/api/openapi.json', 'GET, HEAD'],
    ['POST', '/.well-known/security.txt', 'GET, HEAD'],
    ['GET', '/apple', 'POST'],
    ['POST', '/google', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
    ['PROPFIND', '/api/users/profile', 'GET, HEAD, PUT'],
    ['OPTIONS', '/google', 'GET, HEAD'],
  ])('rejects %s at %s and lists the allowed methods', async (method, path, allowed) => {
    for (const call of [{ method }, asUser({ method })]) {
      const refused = await ask(path, call)
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, allowed])
      if (method !== 'HEAD') expect(refused.json).toMatchObject({ code: 'method_not_allowed' })
    }
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('answers %s to an unknown path with 404', async method => {
    for (const path of [
      '/api/nothing',
      '/api/summaries/7/nothing',
      '/audio',
      '/dev/outbox',
      '/metrics',
      '/metrics/x',
    ]) {
      const missing = await ask(path, asUser({ method }))
      expect([path, missing.status, missing.headers.get('allow')]).toEqual([path, 404, null])
    }
  })

  it('lets pages of allowed origins read a 405 response', async () => {
    const refused = await ask('/api/summaries', asUser({ method: 'DELETE', headers: { Origin: origin } }))
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([405, origin])
    expect(refused.headers.get('access-control-expose-headers')).toContain('allow')
  })

  it('never echoes the request for TRACE or unknown methods [ASVS 13.4.4]', async () => {
    for (const method of ['TRACE', 'PROPFIND']) {
      const answer = await raw(method, '/api/users/profile', { 'X-Secret': 'canary', Authorization: `Bearer ${token}` })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toContain('canary')
    }
  })

  it('serves exactly the calls that the API document lists [ASVS 3.5.3, 13.4.5]', async () => {
    const { json: document } = await ask('/api/openapi.json')
    const listed = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(contractCalls().sort())
    expect((await ask('/api/docs')).text).toContain('POST /api/summaries')
  })
})

describe('an audio file', () => {
  it('serves audio uncompressed, in full and in ranges, even if the client accepts encodings', async () => {
    const body = json({ urlOrId: 'WL5NPuWAKJo', type: 'youtube' })
    const { id } = (await ask('/api/summaries', asUser(body))).json
    const { audioUrl } = await eventually(
      async () => (await ask(`/api/summaries/${id}`, asUser())).json,
      summary => summary.state === 'ready',
    )
    const bytes = async (headers: Record<string, string>) => {
      const got = await fetch(test.url + audioUrl, { headers: { 'Accept-Encoding': 'br, gzip', ...headers } })
      expect([got.headers.get('content-encoding'), got.headers.get('vary')]).toEqual([null, 'Origin'])
      return Buffer.from(await got.arrayBuffer())
    }
    const whole = await bytes({})
    expect(await bytes({ Range: 'bytes=10-59' })).toEqual(whole.subarray(10, 60))
    expect(whole.byteLength).toBeGreaterThan(60)
  })
})

describe('requests from another origin', () => {
  const allow = 'access-control-allow-origin'

  it('allows origins that are listed, by exact name [ASVS 3.4.2] [threat 15]', async () => {
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
  ])('does not allow the origin %s [ASVS 3.4.2, 3.5.2]', async other => {
    const answer = await ask('/api/users/profile', asUser({ headers: { Origin: other } }))
    expect([answer.headers.get(allow), answer.headers.get('vary')]).toEqual([null, 'Origin'])
    const preflight = await ask('/api/summaries', { method: 'OPTIONS', headers: { Origin: other } })
    expect([preflight.status, preflight.headers.get(allow)]).toEqual([403, null])
  })
})

describe('every response', () => {
  const names = [
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'permissions-policy',
    'x-frame-options',
    'strict-transport-security',
  ]

  it('sends the same security headers and a unique request id with every response, including errors [ASVS 1.3.2, 3.2.1, 3.4.1, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 3.5.4, 3.7.1, 12.2.1, 14.2.2, 14.2.3, 14.3.2] [threat 14]', async () => {
    const answers = [
      await ask('/health'),
      await ask(`/api/nothing?${'x'.repeat(12 * 1024)}`),
      await ask('/api/users/profile', asUser()),
      await ask('/api/users/profile'),
      await ask('/api/nothing'),
      await ask('/api/summaries', asUser(json('{'))),
      await ask('/api/summaries', { method: 'OPTIONS', headers: { Origin: 'null' } }),
      await ask('/audio/1/x.mp3'),
      await ask('/metrics'),
    ]
    const headersOf = (answer: (typeof answers)[number]) =>
      names.map(name => [name, answer.headers.get(name)?.replace(test.fake.url, 'https://player.example')])
    for (const answer of answers) {
      expect(headersOf(answer)).toEqual(headersOf(answers[0]!))
      expect(answer.headers.get('x-powered-by')).toBeNull()
    }
    expect(headersOf(answers[0]!)).toMatchInlineSnapshot(`
      [
        [
          "content-security-policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src https://player.example; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types service-worker",
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
        [
          "strict-transport-security",
          "max-age=31536000; includeSubDomains",
        ],
      ]
    `)
    expect(new Set(answers.map(answer => answer.headers.get('x-request-id'))).size).toBe(answers.length)
    for (const answer of answers.slice(1, 7)) expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('declares the content type, and the charset of texts, on every response [ASVS 4.1.1]', async () => {
    for (const [path, type] of [
      ['/api/nothing', 'application/json'],
      ['/api/docs', 'text/html;charset=utf-8'],
      ['/.well-known/security.txt', 'text/plain;charset=utf-8'],
    ] as const)
      expect((await ask(path)).headers.get('content-type')?.replace('; ', ';').toLowerCase()).toBe(type)
  })

  it('sends a Date header from the clock of the server', async () => {
    const minutesOff = async (path: string) => {
      const date = Date.parse((await ask(path)).headers.get('date') ?? '')
      return Math.round((date - Date.now()) / 60_000) + 0
    }
    expect([await minutesOff('/health'), await minutesOff('/api/users/profile')]).toEqual([0, 0])
    test.clock.advance(90 * 60_000)
    expect([await minutesOff('/health'), await minutesOff('/api/users/profile')]).toEqual([90, 90])
  })

  it('repeats the request id in the body of an error [ASVS 13.4.2, 16.5.1]', async () => {
    const { headers, json: body } = await ask('/api/users/profile')
    expect(body).toEqual({
      error: failures.unauthorized.sentence,
      code: 'unauthorized',
      requestId: headers.get('x-request-id'),
    })
  })
})

describe('security.txt', () => {
  it('serves a security.txt with the support address that expires within a year', async () => {
    const { status, text } = await ask('/.well-known/security.txt')
    expect(status).toBe(200)
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map(line => line.split(/: (.*)/) as [string, string]),
    )
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
    expect(fields.get('Contact')).toBe('mailto:safety@recaps.example')
    expect(fields.get('Canonical')).toBe('https://recaps.example.com/.well-known/security.txt')
    const days = (Date.parse(fields.get('Expires')!) - Date.now()) / (24 * 3600_000)
    expect(days).toBeGreaterThan(120)
    expect(days).toBeLessThan(365)
  })
})

describe('the metrics', () => {
  it('serves metrics to the operator, labelled by route without ids or user data', async () => {
    const response = await fetch(`${test.url}/metrics`, { headers: asOperator(test.dataDir) })
    expect(response.status).toBe(200)
    const text = await response.text()
    for (const name of [
      'recaps_http_request_seconds',
      'recaps_job_seconds',
      'recaps_event_streams',
      'process_cpu_seconds_total',
    ])
      expect(text).toContain(name)
    // Routes instead of paths: paths contain ids, and callers could fill the memory with invented ones.
    expect(text).toContain('route="/api/summaries/:id"')
    expect(text).not.toMatch(/route="[^"]*\/(99999999999999999999|abc)"/)
    expect(text).not.toContain(email)
  })

  it('names metrics by the Prometheus conventions: exactly the counters end in _total', async () => {
    const response = await fetch(`${test.url}/metrics`, { headers: asOperator(test.dataDir) })
    const types = [...(await response.text()).matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, type]) => ({
      name,
      type,
    }))
    expect(types.length).toBeGreaterThan(30)
    expect(types.filter(({ name, type }) => (type === 'counter') !== name!.endsWith('_total'))).toEqual([])
    expect(
      types.filter(({ name }) => /_(count|sum|bucket|info)$/.test(name!) && name !== 'nodejs_version_info'),
    ).toEqual([])
    for (const name of ['nodejs_open_handles', 'nodejs_open_requests', 'nodejs_open_resources'])
      expect(types).toContainEqual({ name, type: 'gauge' })
  })

  it('requires METRICS_TOKEN for the metrics if it is set, instead of the operator token', async () => {
    const metricsToken = 'a token for the scraper'
    const other = await startServer({ env: { METRICS_TOKEN: metricsToken } })
    const status = async (headers: Record<string, string>) => (await fetch(`${other.url}/metrics`, { headers })).status
    expect(await status({ Authorization: `Bearer ${metricsToken}` })).toBe(200)
    for (const headers of [{}, asOperator(other.dataDir), { Authorization: metricsToken }])
      expect(await status(headers)).toBe(404)
    expect((await fetch(`${other.url}/metrics?token=${encodeURIComponent(metricsToken)}`)).status).toBe(404)
    await other.stop()
  })
})

/** Sends methods that `fetch` forbids. */
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
