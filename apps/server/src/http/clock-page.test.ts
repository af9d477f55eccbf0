import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { newBrowser } from '../../test/browser.ts'
import { asOperator } from '../../test/operator.ts'
import { runProgram } from '../../test/program.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { startSignInServer } from '../../test/sign-in-server.ts'
import { silentSpeech } from '../../test/silent-speech.ts'
import { startServer, useServer } from '../../test/start-server.ts'
import { refusal } from '../../test/wait-for.ts'

const hourMs = 3600_000
const demo = { ports: { speech: silentSpeech }, env: { DEMO: 'on' }, clock: 'its own' } as const
const test = await useServer(demo)

interface Options {
  headers?: Record<string, string>
  body?: string
  port?: number | undefined
  dataDir?: string
  /** Instead of the token in a header. */
  query?: string
}

/** A request as the operator, with the token in a header unless `query` is given. */
const ask = (
  method: string,
  { headers = {}, body = '', port = test.server.port, dataDir = test.dataDir, query }: Options = {},
) =>
  rawRequest(port!, `/dev/clock${query ?? ''}`, {
    method,
    headers: query === undefined ? { ...asOperator(dataDir), ...headers } : headers,
    body,
  })
const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const move = async (request: object | string, options: Options = {}) => {
  const body = typeof request === 'string' ? request : JSON.stringify(request)
  const { status, text } = await ask('POST', { headers: json, body, ...options })
  return { status, ...JSON.parse(text) } as {
    status: number
    now: string
    aheadMs: number
    error: string
    code: string
  }
}
const now = async (at: Pick<Options, 'port' | 'dataDir'> = {}) =>
  JSON.parse((await ask('GET', at)).text) as { now: string; aheadMs: number }
const page = { Accept: 'text/html,*/*' }

describe('the demo clock', () => {
  it('starts the demo clock at the real time and moves it forward by a duration or to a timestamp', async () => {
    expect(Math.abs(Date.parse((await now()).now) - Date.now())).toBeLessThan(60_000)
    const before = await now()
    const after = await move({ advanceMs: 24 * hourMs })
    expect(after.status).toBe(200)
    expect(after.aheadMs - before.aheadMs).toBeGreaterThanOrEqual(24 * hourMs)
    const to = new Date(Date.parse(after.now) + 5 * hourMs).toISOString()
    await move({ to })
    expect(Math.abs(Date.parse((await now()).now) - Date.parse(to))).toBeLessThan(5_000)
  })

  it('expires a session when the demo clock moves 31 days forward', async () => {
    const { client } = await test.newUser()
    await move({ advanceMs: 29 * 24 * hourMs })
    expect((await client.users.sessions()).data).toHaveLength(1)
    await move({ advanceMs: 31 * 24 * hourMs })
    expect(await refusal(client.users.sessions())).toMatchObject({ status: 401 })
  })

  it('adds up concurrent moves of the demo clock', async () => {
    const before = await now()
    await Promise.all(Array.from({ length: 10 }, () => move({ advanceMs: hourMs })))
    expect((await now()).aheadMs - before.aheadMs).toBe(10 * hourMs)
  })

  it.each([
    ['a time in the past', { to: '2020-01-01T00:00:00Z' }, 'The clock cannot go back. Choose a later time.'],
    ['a time too far ahead', { to: '9999-01-01T00:00:00Z' }, 'The clock can be at most ten years ahead.'],
    [
      'a duration beyond the range of dates',
      { advanceMs: Number.MAX_SAFE_INTEGER },
      'The clock can be at most ten years ahead.',
    ],
    ['a negative duration', { advanceMs: -1 }, /^Pass either/],
    ['a duration of zero', { advanceMs: 0 }, /^Pass either/],
    ['a duration that is not a number', { advanceMs: 'day' }, /^Pass either/],
    ['a date without a time', { to: '2031-01-01' }, /^Pass either/],
    ['both a duration and a time', { advanceMs: 1, to: '2031-01-01T00:00:00Z' }, /^Pass either/],
    ['neither a duration nor a time', {}, /^Pass either/],
    ['invalid JSON', '{', /not valid JSON/],
  ])('rejects a move of the demo clock with %s', async (_, request, error) => {
    const before = await now()
    const refused = await move(request)
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', error: expect.stringMatching(error) })
    expect((await now()).aheadMs).toBe(before.aheadMs)
  })
})

describe('the page of the demo clock', () => {
  it('shows buttons and a field without scripts, and explains what does not follow the demo clock', async () => {
    const { status, text, headers } = await ask('GET', { headers: page })
    expect(status).toBe(200)
    expect(text).toMatch(/\+1 hour.*\+1 day.*type="datetime-local"/s)
    expect(text).toContain('the clock of the database, which does not move')
    expect(text).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*form-action 'self'/)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('passes the operator token of its link on to its forms', async () => {
    const query = `?token=${test.server.services.operatorToken}`
    const { text } = await ask('GET', { headers: page, query })
    expect(text.match(/action="[^"]+"/g)).toEqual(Array.from({ length: 3 }, () => `action="/dev/clock${query}"`))
    const moved = await ask('POST', { headers: form, body: `advanceMs=${hourMs}`, query })
    expect([moved.status, moved.headers.location]).toEqual([303, `/dev/clock${query}`])
  })

  it('moves the demo clock and redirects back, or shows an error on the page', async () => {
    const before = await now()
    const moved = await ask('POST', {
      headers: { ...form, 'Sec-Fetch-Site': 'same-origin' },
      body: `advanceMs=${hourMs}`,
    })
    expect([moved.status, moved.headers.location]).toEqual([303, '/dev/clock'])
    const to = new Date(Date.parse(before.now) + 48 * hourMs).toISOString().slice(0, 16)
    expect((await ask('POST', { headers: form, body: `to=${encodeURIComponent(to)}` })).status).toBe(303)
    expect((await now()).now.slice(0, 16)).toBe(to)
    const refused = await ask('POST', { headers: form, body: 'to=2020-01-01T00%3A00' })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/role="alert".*cannot go back/s)
    expect((await ask('POST', { headers: form, body: 'to=%3Cscript%3E' })).text).not.toContain('<script')
  })
})

describe('access to the demo clock', () => {
  it('answers 404 for the demo clock without the operator token, such as from a page of another origin', async () => {
    const before = await now()
    for (const [headers, body] of [
      [json, '{"advanceMs":3600000}'],
      [form, 'advanceMs=3600000'],
    ] as const)
      expect((await ask('POST', { headers, body, query: '' })).status).toBe(404)
    expect((await now()).aheadMs).toBe(before.aheadMs)
  })

  it.each([
    ['outside of the demo', {}],
    ['if other machines can connect', { DEMO: 'on', HOST: '0.0.0.0' }],
  ])('answers 404 for the demo clock %s [ASVS 15.2.3]', async (_, env) => {
    const other = await startServer({ ...demo, env })
    const at = { port: other.server.port, dataDir: other.dataDir }
    expect((await ask('GET', at)).status).toBe(404)
    expect((await ask('GET', { ...at, headers: page })).status).toBe(404)
    expect((await ask('POST', { ...at, headers: json, body: '{"advanceMs":3600000}' })).status).toBe(404)
    expect(Math.abs(other.server.services.clock.now().getTime() - Date.now())).toBeLessThan(60_000)
    await other.stop()
  })
})

describe('sign-in in the demo', async () => {
  const signIn = await startSignInServer('embedded', demo)
  afterAll(() => signIn.stop())

  it.each(['google', 'apple'] as const)(
    'signs in with %s after the demo clock was moved, because the fake uses the same clock',
    async name => {
      await move({ advanceMs: 48 * hourMs }, { port: signIn.server.port, dataDir: signIn.dataDir })
      const browser = newBrowser()
      const consent = await browser.open(`${signIn.site}/api/auth/${name}`)
      const person = signIn[name].addPerson({ email: `${name}@example.org` })
      const { url } = await browser.choose(consent, { person: person.id })
      expect(new URL(url).searchParams.get('token')).toMatch(/./)
    },
  )
})

describe('a restart of the demo', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-clock-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = () => runProgram({ DATA_DIR: folder, DEMO: 'on', YOUTUBE_URL: test.fake.url, LOG_LEVEL: 'warn' })

  it('keeps the time of the demo clock, and fails with one sentence if its file is damaged', async () => {
    cpSync(inject('template'), folder, { recursive: true })
    const first = run()
    const { aheadMs } = await move({ advanceMs: 24 * hourMs }, { port: await first.port, dataDir: folder })
    first.kill('SIGKILL')
    await first.ended
    const second = run()
    expect((await now({ port: await second.port, dataDir: folder })).aheadMs).toBe(aheadMs)
    second.kill('SIGTERM')
    await second.ended
    writeFileSync(path.join(folder, 'clock.json'), '{"aheadMs":12')
    const third = run()
    expect((await third.ended).code).toBe(1)
    expect(third.output()).toMatch(/clock\.json is damaged/)
    expect(third.output()).not.toMatch(/\n\s+at /)
  })
})
