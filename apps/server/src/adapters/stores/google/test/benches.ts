import { randomUUID } from 'node:crypto'
import { type BuyablePlanId, buyablePlanIds, type Status, statusOf } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { type GooglePlayTwin, type GooglePlayTwinConfig, startGooglePlayTwin } from '@recaps/google-play-twin'
import type { Clock } from '../../../../ports/clock.ts'
import type { Store, StorePurchase } from '../../../../ports/payments.ts'
import { type GoogleStoreConfig, googleStore } from '../store.ts'

export interface TwinBench {
  twin: GooglePlayTwin
  store: Store
  /** Another one of the same app, set up otherwise. */
  storeWith(config: Partial<GoogleStoreConfig>, clock?: Clock): Store
  /** As Google tells it now, with the status that follows. */
  seen(token: string): Promise<StorePurchase & Pick<Status, 'status'>>
}

export const startsAt = new Date('2027-03-15T12:00:00Z')
export const audience = 'https://recaps.example/api/webhooks/google'
export const accountToken = randomUUID()

export const productOf = (planId: BuyablePlanId): string => `recaps_${planId}_monthly`

export const productsOfTwin = buyablePlanIds.map(planId => ({
  id: productOf(planId),
  priceCents: planById(planId).priceCents,
}))

export async function twinBench(config: GooglePlayTwinConfig = {}): Promise<TwinBench> {
  const twin = await startGooglePlayTwin({ products: productsOfTwin, clock: { now: () => startsAt }, ...config })
  const storeWith = (more: Partial<GoogleStoreConfig>, clock: Clock = { now: twin.now }) =>
    googleStore({ ...configFor(twin), ...more }, clock)
  const store = storeWith({})
  return {
    ...{ twin, store, storeWith },
    async seen(token) {
      const purchase = await store.read(token)
      if (!purchase) throw new Error(`There is no ${token}`)
      return { ...purchase, status: statusOf(purchase.standing, twin.now()).status }
    },
  }
}

export const configFor = (twin: GooglePlayTwin): GoogleStoreConfig => ({
  ...{ packageName: twin.packageName, account: JSON.parse(twin.serviceAccount), url: twin.url },
  ...{ push: { audience, account: twin.pushAccount }, takesTestPurchases: false },
})
