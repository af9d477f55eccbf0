import { countedSteps, pageKinds } from '@recaps/domain/analytics'
import { startFakePlausible } from '@recaps/fake-plausible'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { callsTo, json, withToken } from '../../../test/calls.ts'
import { startServer, useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/waiting.ts'

const plausible = await startFakePlausible({ domains: ['recaps.example.com'] })
const test = await useServer({
  env: { ANALYTICS_URL: plausible.url, PUBLIC_URL: 'https://recaps.example.com', TRUSTED_PROXIES: '1' },
})
const ask = callsTo(test.url)
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
const count = (event: unknown, headers: Record<string, string> = {}) =>
  ask('/api/analytics/events', json(event, { headers: { 'User-Agent': browser, ...headers } }))
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
/** How often so far; what is counted one after the other has come by then. */
const ended = (outcome: string, times: number) => eventually(outcomes, seen => (seen[outcome] ?? 0) >= times)

afterEach(() => void plausible.events.splice(0))

describe('what is counted', () => {
  it('leaves as the kind of a page and a step, with the browser and the network, and nothing else [spec 9.19]', async () => {
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
    const { host, connection, 'content-length': _, ...told } = opened!.headers
    expect(told).toEqual({
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

  it('says nothing of who is signed in, whatever comes along [ASVS 14.2.3]', async () => {
    const user = await test.newUser()
    const wish = json(
      { page: '/settings', userId: user.id, url: 'https://evil.example/?token=x', props: { email: user.email } },
      { headers: { 'User-Agent': browser, Cookie: 'id=canary', Referer: 'https://x.example/history-detail/canary' } },
    )
    expect((await ask('/api/analytics/events?token=canary', withToken(user.token, wish))).status).toBe(204)
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

  it.each(['not an address', '', '999.1.1.1'])('comes from nowhere where the address is %j', async address => {
    await count({ page: '/faq' }, { 'X-Forwarded-For': address || ' ' })
    const [event] = await counted(1)
    expect(event!.headers['x-forwarded-for'] ?? '127.0.0.0').toBe('127.0.0.0')
  })

  it('cuts a browser’s name that is no name any more', async () => {
    await count({ page: '/faq' }, { 'User-Agent': 'x'.repeat(5_000) })
    const [event] = await counted(1)
    expect(event!.headers['user-agent']).toBe('x'.repeat(300))
  })

  it.each([...pageKinds.map(page => ({ page })), ...countedSteps.map(step => ({ page: '/tabs/summarize', step }))])(
    'may be %j',
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
  ])('is not %j', async event => {
    const before = plausible.calls()
    expect((await count(event)).json).toMatchObject({ code: 'invalid_request' })
    expect(plausible.calls()).toBe(before)
  })
})

describe('a browser that says no for its reader', () => {
  it('is answered as any other, and nothing leaves [spec 9.19]', async () => {
    const before = plausible.calls()
    expect((await count({ page: '/faq' }, { 'Sec-GPC': '1' })).status).toBe(204)
    // Whatever had left would have come before this one.
    await count({ page: '/terms' }, { 'Sec-GPC': '0' })
    expect((await counted(1)).map(({ url }) => url)).toEqual(['https://recaps.example.com/terms'])
    expect(plausible.calls()).toBe(before + 1)
  })
})

describe('a provider in trouble', () => {
  it.each([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 400 },
    { kind: 'cut' },
    { kind: 'flood' },
    { kind: 'redirect', to: `${plausible.url}/elsewhere` },
  ] as const)('is no trouble of who visits: %j', async fault => {
    const { failed = 0 } = await outcomes()
    const lift = plausible.fault(fault)
    onTestFinished(lift)
    expect((await count({ page: '/faq' })).status).toBe(204)
    await ended('failed', failed + 1)
    expect(plausible.events).toEqual([])
    lift()
    await count({ page: '/faq' })
    await counted(1)
  })

  it('that answers with nonsense has counted, as far as anybody knows', async () => {
    const { taken = 0 } = await outcomes()
    const lift = plausible.fault({ kind: 'garbage' })
    onTestFinished(lift)
    await count({ page: '/faq' })
    await ended('taken', taken + 1)
  })

  it('that never answers keeps nobody waiting, and is told no more while sixteen are on their way', async () => {
    const calls = plausible.calls()
    // One that is still on its way from before would end among these.
    const before = await eventually(outcomes, ({ taken = 0, failed = 0 }) => taken + failed === calls)
    const grown = (seen: Record<string, number>, outcome: string) => (seen[outcome] ?? 0) - (before[outcome] ?? 0)
    const lift = plausible.fault({ kind: 'hang' })
    onTestFinished(lift)
    const answers = await Promise.all(Array.from({ length: 40 }, () => count({ page: '/faq' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    // Each of them ends in time, and makes room.
    const seen = await eventually(outcomes, now => grown(now, 'failed') + grown(now, 'dropped') === 40)
    expect(grown(seen, 'dropped')).toBeGreaterThan(0)
    expect(plausible.calls() - calls).toBe(grown(seen, 'failed'))
    lift()
    await count({ page: '/faq' })
    await counted(1)
  })
})

describe('one network', () => {
  it('is counted 240 times a minute, signed in or not, and then told when to come back', async () => {
    const user = await test.newUser()
    const headers = { 'X-Forwarded-For': '198.51.100.7' }
    for (let n = 0; n < 240; n += 20)
      await Promise.all(Array.from({ length: 20 }, () => count({ page: '/faq' }, headers)))
    const refused = await ask(
      '/api/analytics/events',
      withToken(user.token, json({ page: '/faq' }, { headers: { 'X-Forwarded-For': '198.51.100.200' } })),
    )
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Other pages of theirs are open as ever.
    expect((await ask('/api/feedback', json({ subject: 'Hi', message: 'There' }, { headers }))).status).toBe(200)
  })
})

it('without a provider there is nothing to count at', async () => {
  const bare = await startServer()
  onTestFinished(() => bare.stop())
  const answer = await callsTo(bare.url)('/api/analytics/events', json({ page: '/faq' }))
  expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
})
