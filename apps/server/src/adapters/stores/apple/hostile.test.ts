import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { forgeries } from '@recaps/fake-app-store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appleRoots } from './config.ts'
import { appleStore } from './store.ts'
import { accountToken, type Bench, configFor, fakeBench, productOf } from './test/bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.fake.close())

const basic = productOf('basic')
const forging = (jws: string, header: object) =>
  [Buffer.from(JSON.stringify(header)).toString('base64url'), ...jws.split('.').slice(1)].join('.')

describe('a receipt that is none', () => {
  it.each(forgeries)('is not confirmed, and Apple is not asked: %s', async forgery => {
    const receipt = bench.fake.buy(accountToken, basic)
    expect(await bench.store.read(bench.fake.forge(receipt, forgery))).toBeNull()
    expect(bench.fake.requests).toEqual([])
    expect(await bench.store.read(receipt)).not.toBeNull()
  })

  it('of whatever kind is not confirmed, and Apple is not asked', async () => {
    const receipt = bench.fake.buy(accountToken, basic)
    const [header = '', payload = '', signature = ''] = receipt.split('.')
    const { x5c } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { x5c: string[] }
    const senseless = [
      ...['', ' ', '.', '..', 'a.b.c', '-1', '1.5', '١٢٣', '1 ', `${bench.fake.idOf(receipt)}\n`, '1'.repeat(20)],
      ...['../v1/x', '1?x=1', '{}', '{"a":1}', 'null', '\u0000', '\ud800', 'x'.repeat(1_000_000)],
      ...[`${header}.${payload}.`, `${header}..${signature}`, `.${payload}.${signature}`, `${receipt}.${signature}`],
      `${receipt}${'A'.repeat(100_000)}`,
      forging(receipt, { alg: 'ES256' }),
      forging(receipt, { alg: 'ES256', x5c: 'x' }),
      forging(receipt, { alg: 'ES256', x5c: [1, 2, 3] }),
      forging(receipt, { alg: 'ES256', x5c: ['', '', x5c[2]] }),
      forging(receipt, { alg: 'ES256', x5c: ['AAAA', 'AAAA', x5c[2]] }),
      forging(receipt, { alg: 'ES256', x5c: [x5c[2], x5c[2], x5c[2]] }),
      forging(receipt, { alg: 'ES256', x5c: [...x5c, x5c[2]] }),
      forging(receipt, { alg: 'RS256', x5c }),
    ]
    for (const text of senseless)
      expect([text.slice(0, 80), await bench.store.read(text)]).toEqual([text.slice(0, 80), null])
    expect(bench.fake.requests).toEqual([])
  })

  it('is what another authority vouches for: only Apple’s roots are believed unless told otherwise', async () => {
    const { roots: _, ...config } = configFor(bench.fake)
    const store = appleStore(config, { now: () => bench.fake.now() })
    expect(await store.read(bench.fake.buy(accountToken, basic))).toBeNull()
    expect(bench.fake.requests).toEqual([])
    // Colons and small letters are the same fingerprint.
    const spelt = bench.fake.roots.map(root => root.toLowerCase().match(/../g)!.join(':'))
    expect(await bench.otherwise({ roots: spelt }).read(bench.fake.buy(accountToken, basic))).not.toBeNull()
  })

  it('is what Apple does not know, or another product', async () => {
    expect(await bench.store.read('270000000000000')).toBeNull()
    const coins = bench.fake.buy(accountToken, 'coins')
    expect(await bench.store.read(coins)).toBeNull()
    expect(await bench.store.read(bench.fake.idOf(coins))).toBeNull()
  })

  it('is one of the sandbox where money counts, and the other way round', async () => {
    const [paid, tried] = (['Production', 'Sandbox'] as const).map(environment =>
      bench.fake.buy(accountToken, basic, { environment }),
    ) as [string, string]
    const stores = { production: bench.store, ...sandboxes() }
    const table = { production: [true, false], sandbox: [false, true], both: [true, true] } as const
    for (const [name, expected] of Object.entries(table)) {
      const store = stores[name as keyof typeof stores]
      for (const [index, receipt] of [paid, tried].entries())
        for (const shown of [receipt, bench.fake.idOf(receipt)])
          expect([name, index, (await store.read(shown)) !== null]).toEqual([name, index, expected[index]])
    }
  })

  it('is looked for where it was signed, and nowhere else', async () => {
    const paid = bench.fake.buy(accountToken, basic)
    const lift = bench.fake.fault({ kind: 'error', when: 'before' })
    await expect(sandboxes().both.read(paid)).rejects.toMatchObject({ name: 'ProviderError' })
    lift()
    expect(new Set(bench.fake.requests.map(it => it.environment))).toEqual(new Set(['Production']))
  })

  const sandboxes = () => ({
    sandbox: bench.otherwise({ environment: 'sandbox' }),
    both: bench.otherwise({ environment: 'both' }),
  })

  it('proves nothing by its number, and is a proof by its signature', () => {
    const receipt = bench.fake.buy(accountToken, basic)
    expect(bench.store.isProof(receipt)).toBe(true)
    expect(bench.store.isProof(bench.fake.idOf(receipt))).toBe(false)
    expect(bench.store.isProof('')).toBe(false)
  })
})

describe('a key', () => {
  it('that is none is told at the start', () => {
    expect(() => bench.otherwise({ privateKey: 'not a key' })).toThrow()
  })
})

describe('the roots that are believed', () => {
  /** The certificates that Apple's library is tested with. They stand in its package, not here. */
  const shipped = readFileSync(
    createRequire(import.meta.url).resolve(
      '@apple/app-store-server-library/dist/tests/unit-tests/jws_verification.test.js',
    ),
    'utf8',
  )
  const named = (name: string) => new RegExp(`${name}_BASE64_ENCODED\\s*=\\s*"([^"]+)"`).exec(shipped)![1]!
  const apples = ['REAL_APPLE_SIGNING_CERTIFICATE', 'REAL_APPLE_INTERMEDIATE', 'REAL_APPLE_ROOT'].map(named)

  it('are Apple’s own', () => {
    const root = createHash('sha256').update(Buffer.from(apples[2]!, 'base64')).digest('hex').toUpperCase()
    expect(appleRoots[0]).toBe(root)
  })

  it('do not vouch for a text that somebody else has signed', async () => {
    const receipt = forging(bench.fake.buy(accountToken, basic), { alg: 'ES256', x5c: apples })
    expect(await bench.otherwise({ roots: appleRoots }).read(receipt)).toBeNull()
    expect(bench.fake.requests).toEqual([])
  })
})
