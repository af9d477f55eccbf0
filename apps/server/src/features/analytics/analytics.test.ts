import { countedSteps, pageKinds } from '@recaps/domain/analytics'
import { startFakePlausible } from '@recaps/fake-plausible'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { startServer, useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

const plausible = await startFakePlausible({ domains: ['recaps.example.com'] })
const test = await useServer({
  env: { ANALYTICS_URL: plausible.url, PUBLIC_URL: 'https://recaps.example.com', TRUSTED_PROXIES: '1' },
})
const request = createApiCaller(test.url)
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
const count = (event: unknown, headers: Record<string, string> = {}) =>
  request('/api/analytics/events', json(event, { headers: { 'User-Agent': browser, ...headers } }))
const counted = (many: number) =>
  eventually(
    async () => plausible.events,
    events => events.length >= many,
  )
const outcomes = async () =>
  Object.fromEntries(
    [
      ...(await test.server.services.metrics.text()).matchAll(
        /^recaps_analytics_events_total\{outcome="(\w+)"\} (\d+)/gm,
      ),
    ].map(([, outcome, times]) => [outcome, Number(times)]),
  )
/** Waits until the outcome was counted at least `times` times. */
const untilOutcome = (outcome: string, times: number) => eventually(outcomes, seen => (seen[outcome] ?? 0) >= times)

afterEach(() => void plausible.events.splice(0))

describe('counting a visit', () => {
  it('sends only the page kind, the step, the browser and the shortened network to the provider [spec 9.19]', async () => {
    const answer = await count({ page: '/history-detail' }, { 'X-Forwarded-For': '203.0.113.77' })
    expect([answer.status, answer.text]).toEqual([204, ''])
    await counted(1)
    await count({ page: '/registration', step: 'registered' }, { 'X-Forwarded-For': '2001:db8:1:2:3:4:5:6' })
    const [opened, registered] = await counted(2)
    expect(opened!.body).toBe(
      '{"name":"pageview","url":"https://recaps.example.com/history-detail","domain":"recaps.example.com"}',
    )
    expect(registered!.body).toBe(
      '{"name":"registered","url":"https://recaps.example.com/registration","domain":"recaps.example.com"}',
    )
    const { host, connection, 'content-length': _, ...headers } = opened!.headers
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': browser,
      'x-forwarded-for': '203.0.113.0',
      accept: '*/*',
      'accept-encoding': expect.any(String),
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
    })
    expect(registered!.headers['x-forwarded-for']).toBe('2001:db8:1::')
  })

  it('sends nothing that identifies a signed-in user, even if the request contains it [ASVS 14.2.3]', async () => {
    const user = await test.newUser()
    const body = json(
      { page: '/settings', userId: user.id, url: 'https://evil.example/?token=x', props: { email: user.email } },
      { headers: { 'User-Agent': browser, Cookie: 'id=canary', Referer: 'https://x.example/history-detail/canary' } },
    )
    expect((await request('/api/analytics/events?token=canary', withToken(user.token, body))).status).toBe(204)
    const [event] = await counted(1)
    const everything = JSON.stringify(event)
    for (const secret of [user.token, user.email, 'canary', 'evil.example', 'authorization', '"userId"'])
      expect(everything).not.toContain(secret)
    expect(JSON.parse(event!.body)).toEqual({
      name: 'pageview',
      url: 'https://recaps.example.com/settings',
      domain: 'recaps.example.com',
    })
  })

  it.each(['not an address', '', '999.1.1.1'])(
    'counts a visit without a network if the client address is %j',
    async address => {
      await count({ page: '/faq' }, { 'X-Forwarded-For': address || ' ' })
      const [event] = await counted(1)
      expect(event!.headers['x-forwarded-for'] ?? '127.0.0.0').toBe('127.0.0.0')
    },
  )

  it('truncates an overlong user agent before counting', async () => {
    await count({ page: '/faq' }, { 'User-Agent': 'x'.repeat(5_000) })
    const [event] = await counted(1)
    expect(event!.headers['user-agent']).toBe('x'.repeat(300))
  })

  it.each([...pageKinds.map(page => ({ page })), ...countedSteps.map(step => ({ page: '/tabs/summarize', step }))])(
    'counts the event %j',
    async event => {
      expect((await count(event)).status).toBe(204)
      await counted(1)
    },
  )

  it.each([
    [{ page: '/history-detail/7' }],
    [{ page: `/history-detail/${'k'.repeat(43)}` }],
    [{ page: '/settings?token=x' }],
    [{ page: 'https://evil.example/' }],
    [{ page: '/settings', step: 'hacked' }],
    [{ page: '/settings', step: ['registered'] }],
    [{ page: 7 }],
    [{ step: 'registered' }],
    [{}],
    [[]],
    [null],
    [{ page: 'x'.repeat(400) }],
  ])('rejects the event %j', async event => {
    const before = plausible.calls()
    expect((await count(event)).json).toMatchObject({ code: 'invalid_request' })
    expect(plausible.calls()).toBe(before)
  })
})

describe('a browser with Global Privacy Control', () => {
  it('answers a browser with Global Privacy Control as usual but does not count the visit [spec 9.19]', async () => {
    const before = plausible.calls()
    expect((await count({ page: '/faq' }, { 'Sec-GPC': '1' })).status).toBe(204)
    // A visit sent by mistake would arrive before this one.
    await count({ page: '/terms' }, { 'Sec-GPC': '0' })
    expect((await counted(1)).map(({ url }) => url)).toEqual(['https://recaps.example.com/terms'])
    expect(plausible.calls()).toBe(before + 1)
  })
})

describe('a failing analytics provider', () => {
  it.each([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 400 },
    { kind: 'cut' },
    { kind: 'flood' },
    { kind: 'redirect', to: `${plausible.url}/elsewhere` },
  ] as const)('answers visitors as usual when the analytics provider fails: %j', async fault => {
    const { failed = 0 } = await outcomes()
    const clearFault = plausible.fault(fault)
    onTestFinished(clearFault)
    expect((await count({ page: '/faq' })).status).toBe(204)
    await untilOutcome('failed', failed + 1)
    expect(plausible.events).toEqual([])
    clearFault()
    await count({ page: '/faq' })
    await counted(1)
  })

  it('counts a visit as delivered when the analytics provider answers with garbage', async () => {
    const { taken = 0 } = await outcomes()
    const clearFault = plausible.fault({ kind: 'garbage' })
    onTestFinished(clearFault)
    await count({ page: '/faq' })
    await untilOutcome('taken', taken + 1)
  })

  it('answers at once while the analytics provider hangs, and drops visits beyond sixteen pending calls', async () => {
    const calls = plausible.calls()
    // Wait for pending calls of earlier tests, which would be counted among these.
    const before = await eventually(outcomes, ({ taken = 0, failed = 0 }) => taken + failed === calls)
    const increase = (seen: Record<string, number>, outcome: string) => (seen[outcome] ?? 0) - (before[outcome] ?? 0)
    const clearFault = plausible.fault({ kind: 'hang' })
    onTestFinished(clearFault)
    const answers = await Promise.all(Array.from({ length: 40 }, () => count({ page: '/faq' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    // Each call times out and makes room for another.
    const seen = await eventually(outcomes, now => increase(now, 'failed') + increase(now, 'dropped') === 40)
    expect(increase(seen, 'dropped')).toBeGreaterThan(0)
    expect(plausible.calls() - calls).toBe(increase(seen, 'failed'))
    clearFault()
    await count({ page: '/faq' })
    await counted(1)
  })
})

describe('the analytics rate limit', () => {
  it('limits visits to 240 per minute and network, signed in or not, with Retry-After', async () => {
    const user = await test.newUser()
    const headers = { 'X-Forwarded-For': '198.51.100.7' }
    for (let n = 0; n < 240; n += 20)
      await Promise.all(Array.from({ length: 20 }, () => count({ page: '/faq' }, headers)))
    const refused = await request(
      '/api/analytics/events',
      withToken(user.token, json({ page: '/faq' }, { headers: { 'X-Forwarded-For': '198.51.100.200' } })),
    )
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The limit of other endpoints is not affected.
    expect((await request('/api/feedback', json({ subject: 'Hi', message: 'There' }, { headers }))).status).toBe(200)
  })
})

it('answers 404 to analytics events if no provider is configured', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  const answer = await createApiCaller(server.url)('/api/analytics/events', json({ page: '/faq' }))
  expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
})
