import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/payments.ts'
import type { AppleStoreConfig } from './config.ts'
import { appleStore } from './store.ts'
import { accountToken, configFor, fakeBench, productOf } from './test/bench.ts'

/** What the fake is believed for is tried where it is true: in Apple's sandbox, with somebody's purchase that was made there before. */
const { APP_STORE_BUNDLE_ID, APP_STORE_APP_ID, APP_STORE_ISSUER_ID, APP_STORE_KEY_ID, APP_STORE_KEY } = process.env
const transaction = process.env.APP_STORE_TEST_TRANSACTION ?? ''

interface Place {
  config: AppleStoreConfig
  store: Store
  /** The number of a transaction that is there. */
  transaction: string
  close(): Promise<void>
}

async function atFake(): Promise<Place> {
  const { fake, store } = await fakeBench()
  const bought = fake.idOf(fake.buy(accountToken, productOf('basic')))
  await fake.advance({ days: 65 })
  return { config: configFor(fake), store, transaction: bought, close: fake.close }
}

async function inSandbox(): Promise<Place> {
  const config: AppleStoreConfig = {
    ...{ bundleId: APP_STORE_BUNDLE_ID ?? '', appId: Number(APP_STORE_APP_ID), issuerId: APP_STORE_ISSUER_ID ?? '' },
    ...{ keyId: APP_STORE_KEY_ID ?? '', privateKey: APP_STORE_KEY ?? '', environment: 'sandbox', url: undefined },
  }
  return { config, store: appleStore(config, systemClock), transaction, close: async () => {} }
}

function scenarios(open: () => Promise<Place>): void {
  let place: Place
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place?.close())

  it('tells a purchase by the number of a transaction, and by its own', async () => {
    const purchase = await place.store.read(place.transaction)
    expect(purchase).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      transactionId: expect.stringMatching(/^\d+$/),
      currency: expect.stringMatching(/^[a-z]{3}$/),
      amountCents: expect.any(Number),
      standing: { state: expect.stringMatching(/^(active|trialing|past_due|canceled)$/) },
      ...{ replaces: null, isAcknowledged: true },
    })
    const { id, startedAt, periodEnd, movements } = purchase!
    expect(periodEnd > startedAt).toBe(true)
    for (const { id: movement, at } of movements) {
      expect(movement).toMatch(/^apple:\d+(:refund)?$/)
      expect(at >= startedAt).toBe(true)
    }
    expect(await place.store.read(id)).toEqual(purchase)
  })

  it('knows nothing of a number that nobody has', async () => {
    expect(await place.store.read('1')).toBeNull()
  })

  it('fails where the key is another’s', async () => {
    const store = appleStore({ ...place.config, issuerId: '00000000-0000-0000-0000-000000000000' }, systemClock)
    await expect(store.read(place.transaction)).rejects.toMatchObject({
      ...{ name: 'ProviderError', code: 'payment_unavailable', retryable: true },
    })
  })
}

describe('the App Store, at its stand-in', () => scenarios(atFake))
describe.skipIf(!APP_STORE_KEY || !transaction)('the App Store, in its own sandbox', () => scenarios(inSandbox))
