import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { Agent, buildConnector, fetch } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardedConnector, isPublicAddress } from './guarded-connector.ts'

let sentinel: Server
let port: number
let touched: number

beforeAll(async () => {
  sentinel = createServer(socket => {
    touched += 1
    socket.destroy()
  }).listen(0, '::')
  await once(sentinel, 'listening')
  port = (sentinel.address() as { port: number }).port
})
afterAll(() => sentinel.close())
beforeEach(() => {
  touched = 0
})

/** The guarded connector, but with the sentinel's port in place of 443 for what it lets through. */
const throughGuard = async (url: string, resolve?: (hostname: string) => Promise<string[]>): Promise<string> => {
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

describe('the guarded connector', () => {
  it.each(badAddresses)('knows that %s is not in the open network', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '142.250.74.46', '2a00:1450:4001:800::200e'])('knows that %s is', address => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each(badAddresses)('does not dial a name that means %s [ASVS 1.3.6] [threat 1]', async address => {
    expect(await throughGuard('https://i.ytimg.com/', async () => [address])).toMatch(/^refused/)
    expect(touched).toBe(0)
  })

  it.each(notations)('does not dial this machine written as %s [ASVS 13.2.5]', async host => {
    expect(await throughGuard(`https://${host}/`)).toMatch(/^refused/)
    expect(touched).toBe(0)
  })

  it('does not dial a name of which one address is private', async () => {
    expect(await throughGuard('https://i.ytimg.com/', async () => ['8.8.8.8', '127.0.0.1'])).toMatch(/^refused/)
    expect(touched).toBe(0)
  })

  it('dials the address it has checked, though the name means this machine a moment later [ASVS 1.3.6] [threat 1]', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    let asked = 0
    const dialled: string[] = []
    const connect = guardedConnector({
      resolve: async () => answers[asked++] ?? [],
      dial: ({ hostname }, callback) => {
        dialled.push(hostname)
        callback(new Error('no network in this test'), null)
      },
    })
    expect(await outcome(connect)).toBe('no network in this test')
    expect(await outcome(connect)).toMatch(/^refused/)
    expect(dialled).toEqual(['8.8.8.8'])
    expect(asked).toBe(2)
  })

  it('drops a connection that was led elsewhere after the check', async () => {
    const open = buildConnector({ timeout: 1_000 })
    const connect = guardedConnector({
      resolve: async () => ['8.8.8.8'],
      dial: (options, callback) =>
        open({ ...options, hostname: '127.0.0.1', protocol: 'http:', port: String(port) }, callback),
    })
    expect(await outcome(connect)).toBe('refused: 127.0.0.1')
  })

  it.each(['http://8.8.8.8/', 'https://8.8.8.8:8443/'])(
    'does not dial %s: only https on 443 [ASVS 12.3.1]',
    async url => {
      expect(await throughGuard(url)).toMatch(/^refused/)
      expect(touched).toBe(0)
    },
  )

  it('would reach the sentinel without the guard', async () => {
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    expect(touched).toBe(1)
  })
})
