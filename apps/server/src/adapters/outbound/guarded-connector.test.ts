import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { Agent, buildConnector, fetch } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardedConnector, isPublicAddress } from './guarded-connector.ts'

let sentinel: Server
let port: number
let connections: number

beforeAll(async () => {
  sentinel = createServer(socket => {
    connections += 1
    socket.destroy()
  }).listen(0, '::')
  await once(sentinel, 'listening')
  port = (sentinel.address() as { port: number }).port
})
afterAll(() => sentinel.close())
beforeEach(() => {
  connections = 0
})

/** Fetches through the guarded connector, which dials the sentinel's port instead of 443. */
const fetchThroughGuard = async (url: string, resolve?: (hostname: string) => Promise<string[]>): Promise<string> => {
  const open = buildConnector({ timeout: 1_000 })
  const dial: buildConnector.connector = (options, callback) =>
    open({ ...options, protocol: 'http:', port: String(port) }, callback)
  const dispatcher = new Agent({ connect: guardedConnector({ dial, ...(resolve ? { resolve } : {}) }) })
  try {
    await fetch(url, { dispatcher, signal: AbortSignal.timeout(2_000) })
    return 'answered'
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  } finally {
    await dispatcher.destroy()
  }
}

const outcome = (connect: buildConnector.connector): Promise<string> =>
  new Promise(resolve =>
    connect({ hostname: 'i.ytimg.com', host: 'i.ytimg.com', protocol: 'https:', port: '' }, (...[error]) =>
      resolve(error === null ? 'connected' : error.message),
    ),
  )

const badAddresses = [
  '4000::1',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fc00::1',
  'fe80::1%eth0',
  'ff02::1',
]
const notations = [
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '017700000001',
  '0177.0.0.1',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:0:0:1]',
]

describe('guardedConnector', () => {
  it.each(badAddresses)('isPublicAddress rejects %s', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '142.250.74.46', '2a00:1450:4001:800::200e'])('isPublicAddress accepts %s', address => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each(badAddresses)(
    'guardedConnector does not dial a name that resolves to %s [ASVS 1.3.6] [threat 1]',
    async address => {
      expect(await fetchThroughGuard('https://i.ytimg.com/', async () => [address])).toMatch(/^refused/)
      expect(connections).toBe(0)
    },
  )

  it.each(notations)('guardedConnector does not dial the local machine written as %s [ASVS 13.2.5]', async host => {
    expect(await fetchThroughGuard(`https://${host}/`)).toMatch(/^refused/)
    expect(connections).toBe(0)
  })

  it('guardedConnector does not dial a name with a private address among public ones', async () => {
    expect(await fetchThroughGuard('https://i.ytimg.com/', async () => ['8.8.8.8', '127.0.0.1'])).toMatch(/^refused/)
    expect(connections).toBe(0)
  })

  it('guardedConnector dials the checked address even if the name resolves to the local machine afterwards [ASVS 1.3.6] [threat 1]', async () => {
    const resolved = [['8.8.8.8'], ['127.0.0.1']]
    let lookups = 0
    const dialled: string[] = []
    const connect = guardedConnector({
      resolve: async () => resolved[lookups++] ?? [],
      dial: ({ hostname }, callback) => {
        dialled.push(hostname)
        callback(new Error('no network in this test'), null)
      },
    })
    expect(await outcome(connect)).toBe('no network in this test')
    expect(await outcome(connect)).toMatch(/^refused/)
    expect(dialled).toEqual(['8.8.8.8'])
    expect(lookups).toBe(2)
  })

  it('guardedConnector drops a connection whose remote address is private', async () => {
    const open = buildConnector({ timeout: 1_000 })
    const connect = guardedConnector({
      resolve: async () => ['8.8.8.8'],
      dial: (options, callback) =>
        open({ ...options, hostname: '127.0.0.1', protocol: 'http:', port: String(port) }, callback),
    })
    expect(await outcome(connect)).toBe('refused: 127.0.0.1')
  })

  it.each(['http://8.8.8.8/', 'https://8.8.8.8:8443/'])(
    'guardedConnector does not dial %s, only https on port 443 [ASVS 12.3.1]',
    async url => {
      expect(await fetchThroughGuard(url)).toMatch(/^refused/)
      expect(connections).toBe(0)
    },
  )

  it('plain fetch reaches the sentinel', async () => {
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    expect(connections).toBe(1)
  })
})
