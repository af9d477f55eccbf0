import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/payments.ts'
import type { AppleStoreConfig } from './config.ts'
import { appleStore } from './store.ts'
import { accountToken, appStoreProductId, configFor, fakeBench } from './test/bench.ts'

/** The same scenarios run in Apple's sandbox, to prove that the fake behaves like it. They need an existing sandbox purchase. */
const { APP_STORE_BUNDLE_ID, APP_STORE_APP_ID, APP_STORE_ISSUER_ID, APP_STORE_KEY_ID, APP_STORE_KEY } = process.env
const transaction = process.env.APP_STORE_TEST_TRANSACTION ?? ''

interface Target {
  config: AppleStoreConfig
  store: Store
  /** Id of an existing transaction. */
  transaction: string
  close(): Promise<void>
}

async function openFake(): Promise<Target> {
  const { fake, store } = await fakeBench()
  const purchased = fake.idOf(fake.buy(accountToken, appStoreProductId('basic')))
  await fake.advance({ days: 65 })
  return { config: configFor(fake), store, transaction: purchased, close: fake.close }
}

async function openSandbox(): Promise<Target> {
  const config: AppleStoreConfig = {
    ...{ bundleId: APP_STORE_BUNDLE_ID ?? '', appId: Number(APP_STORE_APP_ID), issuerId: APP_STORE_ISSUER_ID ?? '' },
    ...{ keyId: APP_STORE_KEY_ID ?? '', privateKey: APP_STORE_KEY ?? '', environment: 'sandbox', url: undefined },
  }
  return { config, store: appleStore(config, systemClock), transaction, close: async () => {} }
}

function scenarios(open: () => Promise<Target>): void {
  let target: Target
  beforeAll(async () => {
    target = await open()
  })
  afterAll(() => target?.close())

  it('an App Store purchase is read by a transaction id or its original transaction id', async () => {
    const purchase = await target.store.read(target.transaction)
    expect(purchase).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      transactionId: expect.stringMatching(/^\d+$/),
      currency: expect.stringMatching(/^[a-z]{3}$/),
      amountCents: expect.any(Number),
      providerStatus: { state: expect.stringMatching(/^(active|trialing|past_due|canceled)$/) },
      ...{ replaces: null, isAcknowledged: true },
    })
    const { id, startedAt, periodEnd, movements } = purchase!
    expect(periodEnd > startedAt).toBe(true)
    for (const { id: movement, at } of movements) {
      expect(movement).toMatch(/^apple:\d+(:refund)?$/)
      expect(at >= startedAt).toBe(true)
    }
    expect(await target.store.read(id)).toEqual(purchase)
  })

  it('an unknown App Store transaction id returns null', async () => {
    expect(await target.store.read('1')).toBeNull()
  })

  it('reading an App Store purchase with a wrong key fails with a retryable error', async () => {
    const store = appleStore({ ...target.config, issuerId: '00000000-0000-0000-0000-000000000000' }, systemClock)
    await expect(store.read(target.transaction)).rejects.toMatchObject({
      ...{ name: 'ProviderError', code: 'payment_unavailable', retryable: true },
    })
  })
}

describe('App Store with the fake', () => scenarios(openFake))
describe.skipIf(!APP_STORE_KEY || !transaction)('App Store in Apple’s sandbox', () => scenarios(openSandbox))
