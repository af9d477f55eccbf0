import { startFakeSupadata } from '@recaps/fake-supadata'
import { startFakeYoutube } from '@recaps/fake-youtube'
import ipaddr from 'ipaddr.js'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { type OutboundRoute, randomAddressIn, routeName } from '../outbound/outbound-route.ts'
import { youtubeRoutes } from './gateway.ts'
import { openYoutube } from './open.ts'
import { type ExitProxy, type ExitProxyConfig, startExitProxy } from './test/exit-proxy.ts'
import { fakeVideoIds, setUpFakeYoutube } from './test/set-up-fake-youtube.ts'

const proxies: ExitProxy[] = []
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close()
})

const proxyWith = async (config: ExitProxyConfig) => {
  const proxy = await startExitProxy(config)
  proxies.push(proxy)
  return proxy
}
const direct: OutboundRoute = { kind: 'direct' }
const proxied = (url: string, isRotating = false): OutboundRoute => ({ kind: 'proxy', url, isRotating })
const prefix = (text: string): OutboundRoute => ({ kind: 'ipv6', prefix: text })

describe('an outbound route to YouTube', () => {
  const at = setUpFakeYoutube()
  afterEach(() => {
    for (let last = 2; last < 100; last++) at.fake.addressBlocks.unblock(`127.0.0.${last}`)
  })
  const requestsFrom = (address: string) => at.fake.addressBlocks.counts()[address] ?? 0

  it.each(['http', 'socks5'] as const)(
    'captions are read through a proxy (%s) that requires a user and a password',
    async protocol => {
      const exit = protocol === 'http' ? '127.0.0.2' : '127.0.0.3'
      const login = { user: 'ada', password: 'a secret/@:' }
      const { url } = await proxyWith({ protocol, exits: [exit], login })
      const { captions } = at.open({ routes: [proxied(url)] })
      const directRequests = requestsFrom('127.0.0.1')
      expect((await captions.read(fakeVideoIds.manual)).provider).toBe(`innertube/VISIONOS@${new URL(url).host}`)
      expect(requestsFrom(exit)).toBeGreaterThanOrEqual(3)
      expect(requestsFrom('127.0.0.1')).toBe(directRequests)
    },
  )

  it('a rotating proxy gets a new connection after each block until an exit is not blocked', async () => {
    const exits = ['127.0.0.11', '127.0.0.12', '127.0.0.13', '127.0.0.14']
    for (const exit of exits.slice(0, 3)) at.fake.addressBlocks.block(exit)
    const { url } = await proxyWith({ protocol: 'http', exits })
    const { captions, health } = at.open({ routes: [proxied(url, true)] })
    expect((await captions.read(fakeVideoIds.manual)).body.length).toBeGreaterThan(0)
    for (const exit of exits) expect(requestsFrom(exit)).toBeGreaterThan(0)
    expect(health.snapshot()).toMatchObject([{ failedInRow: 0, lastCode: null }])
  })

  it('a rotating proxy is given up after five blocked exits per client', async () => {
    const exits = Array.from({ length: 15 }, (_, at) => `127.0.0.${20 + at}`)
    for (const exit of exits) at.fake.addressBlocks.block(exit)
    const { url, opened } = await proxyWith({ protocol: 'socks5', exits })
    const { captions } = at.open({ routes: [proxied(url, true)] })
    await expect(captions.read(fakeVideoIds.manual)).rejects.toMatchObject({ code: 'bot_check', retryable: true })
    expect(proxies[0]!.opened()).toBe(opened())
    // The first exit of a client is the last one of the client before.
    expect(opened()).toBe(3 * 5 - 2)
  })

  it('a blocked proxy is paused after six videos while captions are read through another proxy', async () => {
    const blocked = await proxyWith({ protocol: 'http', exits: ['127.0.0.51'] })
    const open = await proxyWith({ protocol: 'http', exits: ['127.0.0.52'] })
    at.fake.addressBlocks.block('127.0.0.51')
    const { captions, health } = at.open({ routes: [proxied(blocked.url), proxied(open.url)], health: {} })
    const videos = [
      fakeVideoIds.manual,
      fakeVideoIds.automatic,
      fakeVideoIds.german,
      fakeVideoIds.threeHours,
      'vIafLRfE1cI',
      'wQ_xQs6thVs',
    ]
    for (const video of videos)
      expect((await captions.read(video)).provider).toBe(`innertube/VISIONOS@${new URL(open.url).host}`)
    const before = requestsFrom('127.0.0.51')
    expect((await captions.read('MN2k3lWhUt8')).provider).toMatch(/^innertube\/VISIONOS/)
    expect(requestsFrom('127.0.0.51')).toBe(before)
    const paused = health.snapshot().filter(({ state }) => state === 'open')
    const blockedHost = new URL(blocked.url).host
    expect(paused.map(({ provider }) => provider)).toEqual(
      ['VISIONOS', 'ANDROID', 'IOS'].map(client => `innertube/${client}@${blockedHost}`),
    )
  })
})

it('captions are read from a paid service when YouTube refuses them', async () => {
  const key = 'sd_a_key'
  const segment = { text: 'Salt keeps the water', offset: 0, duration: 900 }
  const [fake, service] = await Promise.all([
    startFakeYoutube({ faults: { 'player|*': { kind: 'bot_check' } } }),
    startFakeSupadata({ key, videos: { [fakeVideoIds.manual]: { tracks: { en: [segment] } } } }),
  ])
  try {
    const { captions } = openYoutube({ baseUrl: fake.url, clock: systemClock, transcripts: { key, url: service.url } })
    expect(await captions.read(fakeVideoIds.manual)).toMatchObject({ provider: 'supadata', language: 'en' })
    // It is queried last, so its failure is final.
    await expect(captions.read(fakeVideoIds.german)).rejects.toMatchObject({ code: 'not_found' })
  } finally {
    await Promise.all([fake.close(), service.close()])
  }
})

describe('an outbound route with an IPv6 prefix', () => {
  it('requests come from an address of the IPv6 prefix', async () => {
    const fake = await startFakeYoutube({ hostname: '::1' })
    try {
      const baseUrl = fake.url.replace('::1', '[::1]')
      const { captions } = openYoutube({ baseUrl, clock: systemClock, routes: [prefix('::1/128')] })
      expect((await captions.read(fakeVideoIds.manual)).provider).toBe('innertube/VISIONOS@ipv6:::1/128')
      expect(fake.addressBlocks.counts()).toEqual({ '::1': 3 })
    } finally {
      await fake.close()
    }
  })

  it.each(['2001:db8:1:2::/64', '2001:db8::/32', '2001:db8::42/127', '2001:db8::1/128', '2001:db8:ff00::/41'])(
    'random addresses cover the whole IPv6 prefix %s',
    network => {
      const addresses = Array.from({ length: 200 }, () => randomAddressIn(network))
      const cidr = ipaddr.IPv6.parseCIDR(network)
      for (const address of addresses) expect(ipaddr.IPv6.parse(address).match(cidr), address).toBe(true)
      const bits = 128 - cidr[1]
      expect(new Set(addresses).size).toBe(bits > 40 ? 200 : 2 ** bits)
    },
  )
})

it('the name of an outbound route is its host without the password, and is unique', () => {
  expect(routeName(direct)).toBe('direct')
  expect(routeName(proxied('socks5://u:secret@home.example:1080'))).toBe('home.example:1080')
  expect(routeName(prefix('2001:db8::/64'))).toBe('ipv6:2001:db8::/64')
  const names = youtubeRoutes({ routes: ['a', 'b'].map(user => proxied(`http://${user}:x@gw.example:8000`)) })
  expect(names.map(({ name }) => name)).toEqual(['gw.example:8000', 'gw.example:8000#2'])
})
