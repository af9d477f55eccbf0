import { type BuyablePlanId, buyablePlanIds, type PurchaseStatus, toPurchaseStatus } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { type FakeAppStore, type FakeAppStoreConfig, startFakeAppStore } from '@recaps/fake-app-store'
import type { Store, StorePurchase } from '../../../../ports/payments.ts'
import type { AppleStoreConfig } from '../config.ts'
import { appleStore } from '../store.ts'

export interface Bench {
  store: Store
  fake: FakeAppStore
  /** The same store with other settings. */
  storeWith(config: Partial<AppleStoreConfig>): Store
}

export const accountToken = '0b5f2a52-9c0b-4e0a-8a39-5a4c31b9f0de'
export const appStoreProductId = (planId: BuyablePlanId): string => `recaps_${planId}_monthly`
export const startsAt = new Date('2027-03-15T12:00:00Z')

/** `coins` and `somebody_elses` are not our plans. */
const products = [
  ...buyablePlanIds.map(planId => ({ id: appStoreProductId(planId), priceCents: planById(planId).priceCents })),
  { id: 'coins', priceCents: 99 },
  { id: 'somebody_elses', priceCents: 199, group: '99' },
]

export async function fakeBench(config: FakeAppStoreConfig = {}): Promise<Bench> {
  const fake = await startFakeAppStore({ products, clock: { now: () => startsAt }, ...config })
  const storeWith = (changes: Partial<AppleStoreConfig>) =>
    appleStore({ ...configFor(fake), ...changes }, { now: () => fake.now() })
  return { fake, store: storeWith({}), storeWith }
}

export const configFor = ({ bundleId, appId, key, url, roots }: FakeAppStore): AppleStoreConfig => ({
  ...{ bundleId, appId, ...key, environment: 'production', url, roots, deadlineMs: 500 },
})

/** Reads a purchase and derives its status. */
export async function readWithStatus(
  { store, fake }: Bench,
  receipt: string,
): Promise<StorePurchase & Pick<PurchaseStatus, 'status'>> {
  const purchase = await store.read(receipt)
  if (!purchase) throw new Error('The store does not confirm this receipt')
  return { ...purchase, status: toPurchaseStatus(purchase.providerStatus, fake.now()).status }
}
