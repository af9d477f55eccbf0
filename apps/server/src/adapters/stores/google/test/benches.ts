import { randomUUID } from 'node:crypto'
import { type BuyablePlanId, buyablePlanIds, type PurchaseStatus, toPurchaseStatus } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { type FakeGooglePlay, type FakeGooglePlayConfig, startFakeGooglePlay } from '@recaps/fake-google-play'
import type { Clock } from '../../../../ports/clock.ts'
import type { Store, StorePurchase } from '../../../../ports/payments.ts'
import { type GoogleStoreConfig, googleStore } from '../store.ts'

export interface FakeBench {
  fake: FakeGooglePlay
  store: Store
  /** The same store with other settings. */
  storeWith(config: Partial<GoogleStoreConfig>, clock?: Clock): Store
  /** Reads a purchase and derives its status. */
  readWithStatus(token: string): Promise<StorePurchase & Pick<PurchaseStatus, 'status'>>
}

export const startsAt = new Date('2027-03-15T12:00:00Z')
export const audience = 'https://recaps.example/api/webhooks/google'
export const accountToken = randomUUID()

export const playProductId = (planId: BuyablePlanId): string => `recaps_${planId}_monthly`

export const fakeProducts = buyablePlanIds.map(planId => ({
  id: playProductId(planId),
  priceCents: planById(planId).priceCents,
}))

export async function fakeBench(config: FakeGooglePlayConfig = {}): Promise<FakeBench> {
  const fake = await startFakeGooglePlay({ products: fakeProducts, clock: { now: () => startsAt }, ...config })
  const storeWith = (changes: Partial<GoogleStoreConfig>, clock: Clock = { now: fake.now }) =>
    googleStore({ ...configFor(fake), ...changes }, clock)
  const store = storeWith({})
  return {
    ...{ fake, store, storeWith },
    async readWithStatus(token) {
      const purchase = await store.read(token)
      if (!purchase) throw new Error(`Purchase ${token} not found`)
      return { ...purchase, status: toPurchaseStatus(purchase.providerStatus, fake.now()).status }
    },
  }
}

export const configFor = (fake: FakeGooglePlay): GoogleStoreConfig => ({
  ...{ packageName: fake.packageName, account: JSON.parse(fake.serviceAccount), url: fake.url },
  ...{ push: { audience, account: fake.pushAccount }, acceptsTestPurchases: false },
})
