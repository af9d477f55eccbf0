import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { newBrowser } from '../../test/browser.ts'
import { asOperator } from '../../test/operator.ts'
import { runProgram } from '../../test/program.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { startSignInServer } from '../../test/sign-in-server.ts'
import { silence } from '../../test/silence.ts'
import { startServer, useServer } from '../../test/start-server.ts'
import { refusal } from '../../test/waiting.ts'

const hourMs = 3600_000
const demo = { ports: { speech: silence }, env: { DEMO: 'on' }, clock: 'its own' } as const
const test = await useServer(demo)

interface Asked {
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
  { headers = {}, body = '', port = test.server.port, dataDir = test.dataDir, query }: Asked = {},
) =>
  rawRequest(port!, `/dev/clock${query ?? ''}`, {
    method,
    headers: query === undefined ? { ...asOperator(dataDir), ...headers } : headers,
    body,
  })
const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const move = async (wish: object | string, more: Asked = {}) => {
  const body = typeof wish === 'string' ? wish : JSON.stringify(wish)
  const { status, text } = await ask('POST', { headers: json, body, ...more })
  return { status, ...JSON.parse(text) } as {
    status: number
    now: string
    aheadMs: number
    error: string
    code: string
  }
}
const now = async (at: Pick<Asked, 'port' | 'dataDir'> = {}) =>
  JSON.parse((await ask('GET', at)).text) as { now: string; aheadMs: number }
const page = { Accept: 'text/html,*/*' }

describe('the clock of the demo', () => {
  it('shows the time of the machine, and goes forward by so much or to an instant', async () => {
    expect(Math.abs(Date.parse((await now()).now) - Date.now())).toBeLessThan(60_000)
    const before = await now()
    const after = await move({ advanceMs: 24 * hourMs })
    expect(after.status).toBe(200)
    expect(after.aheadMs - before.aheadMs).toBeGreaterThanOrEqual(24 * hourMs)
    const to = new Date(Date.parse(after.now) + 5 * hourMs).toISOString()
    await move({ to })
    expect(Math.abs(Date.parse((await now()).now) - Date.parse(to))).toBeLessThan(5_000)
  })

  it('is the one that the product looks at: a session ends after thirty days without its user', async () => {
    const { client } = await test.newUser()
    await move({ advanceMs: 29 * 24 * hourMs })
    expect((await client.users.sessions()).data).toHaveLength(1)
    await move({ advanceMs: 31 * 24 * hourMs })
    expect(await refusal(client.users.sessions())).toMatchObject({ status: 401 })
  })

  it('moves for moves at the same time as far as all of them say', async () => {
    const before = await now()
    await Promise.all(Array.from({ length: 10 }, () => move({ advanceMs: hourMs })))
    expect((await now()).aheadMs - before.aheadMs).toBe(10 * hourMs)
  })

  it.each([
    ['back', { to: '2020-01-01T00:00:00Z' }, 'The clock never goes back: choose a later instant.'],
    ['far away', { to: '9999-01-01T00:00:00Z' }, 'The clock goes ten years ahead at most.'],
    ['farther than dates go', { advanceMs: Number.MAX_SAFE_INTEGER }, 'The clock goes ten years ahead at most.'],
    ['back by a way', { advanceMs: -1 }, /^Say how far/],
    ['by nothing', { advanceMs: 0 }, /^Say how far/],
    ['by a word', { advanceMs: 'day' }, /^Say how far/],
    ['to a day without a time', { to: '2031-01-01' }, /^Say how far/],
    ['both ways', { advanceMs: 1, to: '2031-01-01T00:00:00Z' }, /^Say how far/],
    ['nowhere', {}, /^Say how far/],
    ['by what is no JSON', '{', /not valid JSON/],
  ])('does not go %s, and says so', async (_, wish, error) => {
    const before = await now()
    const refused = await move(wish)
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request', error: expect.stringMatching(error) })
    expect((await now()).aheadMs).toBe(before.aheadMs)
  })
})

describe('its page', () => {
  it('has buttons and a field, no script, and says what does not follow', async () => {
    const { status, text, headers } = await ask('GET', { headers: page })
    expect(status).toBe(200)
    expect(text).toMatch(/\+1 hour.*\+1 day.*type="datetime-local"/s)
    expect(text).toContain('the clock of the database, which does not move')
    expect(text).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*form-action 'self'/)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('leads on with the token of its link', async () => {
    const query = `?token=${test.server.services.operatorToken}`
    const { text } = await ask('GET', { headers: page, query })
    expect(text.match(/action="[^"]+"/g)).toEqual(Array.from({ length: 3 }, () => `action="/dev/clock${query}"`))
    const moved = await ask('POST', { headers: form, body: `advanceMs=${hourMs}`, query })
    expect([moved.status, moved.headers.location]).toEqual([303, `/dev/clock${query}`])
  })

  it('moves the clock and comes back, or says on the page why it does not', async () => {
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
    expect(refused.text).toMatch(/role="alert".*never goes back/s)
    expect((await ask('POST', { headers: form, body: 'to=%3Cscript%3E' })).text).not.toContain('<script')
  })
})

describe('the clock is not there', () => {
  it('for a page elsewhere, which has no token', async () => {
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
    ['where others reach the machine', { DEMO: 'on', HOST: '0.0.0.0' }],
  ])('%s [ASVS 15.2.3]', async (_, env) => {
    const other = await startServer({ ...demo, env })
    const at = { port: other.server.port, dataDir: other.dataDir }
    expect((await ask('GET', at)).status).toBe(404)
    expect((await ask('GET', { ...at, headers: page })).status).toBe(404)
    expect((await ask('POST', { ...at, headers: json, body: '{"advanceMs":3600000}' })).status).toBe(404)
    expect(Math.abs(other.server.services.clock.now().getTime() - Date.now())).toBeLessThan(60_000)
    await other.stop()
  })
})

describe('a sign-in with a clock that was put forward', async () => {
  const signIn = await startSignInServer('embedded', demo)
  afterAll(() => signIn.stop())

  it.each(['google', 'apple'] as const)('works by %s: who vouches for people has the same time', async name => {
    await move({ advanceMs: 48 * hourMs }, { port: signIn.server.port, dataDir: signIn.dataDir })
    const browser = newBrowser()
    const consent = await browser.open(`${signIn.site}/api/auth/${name}`)
    const person = signIn[name].add({ email: `${name}@example.org` })
    const { url } = await browser.choose(consent, { person: person.id })
    expect(new URL(url).searchParams.get('token')).toMatch(/./)
  })
})

describe('a restart', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-clock-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = () => runProgram({ DATA_DIR: folder, DEMO: 'on', YOUTUBE_URL: test.fake.url, LOG_LEVEL: 'warn' })

  it('keeps the time, and a damaged file stops it with a sentence', async () => {
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
