import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { forgeries } from '@recaps/fake-app-store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appleRoots } from './config.ts'
import { appleStore } from './store.ts'
import { accountToken, appStoreProductId, type Bench, configFor, fakeBench } from './test/bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.fake.close())

const basic = appStoreProductId('basic')
const withHeader = (jws: string, header: object) =>
  [Buffer.from(JSON.stringify(header)).toString('base64url'), ...jws.split('.').slice(1)].join('.')

describe('invalid App Store receipts', () => {
  it.each(forgeries)('a forged receipt is rejected without calling Apple: %s', async forgery => {
    const receipt = bench.fake.buy(accountToken, basic)
    expect(await bench.store.read(bench.fake.forge(receipt, forgery))).toBeNull()
    expect(bench.fake.requests).toEqual([])
    expect(await bench.store.read(receipt)).not.toBeNull()
  })

  it('a malformed receipt is rejected without calling Apple', async () => {
    const receipt = bench.fake.buy(accountToken, basic)
    const [header = '', payload = '', signature = ''] = receipt.split('.')
    const { x5c } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { x5c: string[] }
    const malformed = [
      ...['', ' ', '.', '..', 'a.b.c', '-1', '1.5', '١٢٣', '1 ', `${bench.fake.idOf(receipt)}\n`, '1'.repeat(20)],
      ...['../v1/x', '1?x=1', '{}', '{"a":1}', 'null', '\u0000', '\ud800', 'x'.repeat(1_000_000)],
      ...[`${header}.${payload}.`, `${header}..${signature}`, `.${payload}.${signature}`, `${receipt}.${signature}`],
      `${receipt}${'A'.repeat(100_000)}`,
      withHeader(receipt, { alg: 'ES256' }),
      withHeader(receipt, { alg: 'ES256', x5c: 'x' }),
      withHeader(receipt, { alg: 'ES256', x5c: [1, 2, 3] }),
      withHeader(receipt, { alg: 'ES256', x5c: ['', '', x5c[2]] }),
      withHeader(receipt, { alg: 'ES256', x5c: ['AAAA', 'AAAA', x5c[2]] }),
      withHeader(receipt, { alg: 'ES256', x5c: [x5c[2], x5c[2], x5c[2]] }),
      withHeader(receipt, { alg: 'ES256', x5c: [...x5c, x5c[2]] }),
      withHeader(receipt, { alg: 'RS256', x5c }),
    ]
    for (const text of malformed)
      expect([text.slice(0, 80), await bench.store.read(text)]).toEqual([text.slice(0, 80), null])
    expect(bench.fake.requests).toEqual([])
  })

  it('a receipt signed by an untrusted root certificate is rejected', async () => {
    const { roots: _, ...config } = configFor(bench.fake)
    const store = appleStore(config, { now: () => bench.fake.now() })
    expect(await store.read(bench.fake.buy(accountToken, basic))).toBeNull()
    expect(bench.fake.requests).toEqual([])
    // Fingerprints may contain colons and lowercase letters.
    const withColons = bench.fake.roots.map(root => root.toLowerCase().match(/../g)!.join(':'))
    expect(await bench.storeWith({ roots: withColons }).read(bench.fake.buy(accountToken, basic))).not.toBeNull()
  })

  it('a receipt that is unknown to Apple or for another product is rejected', async () => {
    expect(await bench.store.read('270000000000000')).toBeNull()
    const coins = bench.fake.buy(accountToken, 'coins')
    expect(await bench.store.read(coins)).toBeNull()
    expect(await bench.store.read(bench.fake.idOf(coins))).toBeNull()
  })

  it('receipts are accepted only from the configured environments', async () => {
    const [productionReceipt, sandboxReceipt] = (['Production', 'Sandbox'] as const).map(environment =>
      bench.fake.buy(accountToken, basic, { environment }),
    ) as [string, string]
    const stores = { production: bench.store, ...sandboxes() }
    const table = { production: [true, false], sandbox: [false, true], both: [true, true] } as const
    for (const [name, expected] of Object.entries(table)) {
      const store = stores[name as keyof typeof stores]
      for (const [index, receipt] of [productionReceipt, sandboxReceipt].entries())
        for (const idOrReceipt of [receipt, bench.fake.idOf(receipt)])
          expect([name, index, (await store.read(idOrReceipt)) !== null]).toEqual([name, index, expected[index]])
    }
  })

  it('a signed receipt is fetched only from its own environment', async () => {
    const productionReceipt = bench.fake.buy(accountToken, basic)
    const endFault = bench.fake.fault({ kind: 'error', when: 'before' })
    await expect(sandboxes().both.read(productionReceipt)).rejects.toMatchObject({ name: 'ProviderError' })
    endFault()
    expect(new Set(bench.fake.requests.map(it => it.environment))).toEqual(new Set(['Production']))
  })

  const sandboxes = () => ({
    sandbox: bench.storeWith({ environment: 'sandbox' }),
    both: bench.storeWith({ environment: 'both' }),
  })

  it('a signed receipt is a proof of purchase, a transaction id is not', () => {
    const receipt = bench.fake.buy(accountToken, basic)
    expect(bench.store.isProof(receipt)).toBe(true)
    expect(bench.store.isProof(bench.fake.idOf(receipt))).toBe(false)
    expect(bench.store.isProof('')).toBe(false)
  })
})

describe('App Store API key', () => {
  it('an invalid App Store key throws at startup', () => {
    expect(() => bench.storeWith({ privateKey: 'not a key' })).toThrow()
  })
})

describe('trusted Apple root certificates', () => {
  /** The real certificates in the tests of Apple's library, read from its package. */
  const librarySource = readFileSync(
    createRequire(import.meta.url).resolve(
      '@apple/app-store-server-library/dist/tests/unit-tests/jws_verification.test.js',
    ),
    'utf8',
  )
  const certificateNamed = (name: string) =>
    new RegExp(`${name}_BASE64_ENCODED\\s*=\\s*"([^"]+)"`).exec(librarySource)![1]!
  const appleCertificates = ['REAL_APPLE_SIGNING_CERTIFICATE', 'REAL_APPLE_INTERMEDIATE', 'REAL_APPLE_ROOT'].map(
    certificateNamed,
  )

  it('the trusted root fingerprint is that of Apple’s root certificate', () => {
    const root = createHash('sha256').update(Buffer.from(appleCertificates[2]!, 'base64')).digest('hex').toUpperCase()
    expect(appleRoots[0]).toBe(root)
  })

  it('a receipt with Apple’s certificates but another signature is rejected', async () => {
    const receipt = withHeader(bench.fake.buy(accountToken, basic), { alg: 'ES256', x5c: appleCertificates })
    expect(await bench.storeWith({ roots: appleRoots }).read(receipt)).toBeNull()
    expect(bench.fake.requests).toEqual([])
  })
})
