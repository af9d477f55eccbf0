import type { UserSubscription } from '@recaps/contract'
import type { Entitlement } from './queries.ts'

/** An app store that sold a plan. Such a plan can be changed or cancelled only there. */
export interface PlanStore {
  name: string
  /** URL of the store's page for managing subscriptions. */
  page: string
}

/** The app store that sold a plan, or null if it was bought from us. */
export function getPlanStore(
  { paymentMethod }: Pick<UserSubscription, 'paymentMethod'>,
  known: Pick<Entitlement, 'stores'>,
): PlanStore | null {
  if (paymentMethod === 'apple_iap')
    return {
      name: 'the App Store',
      page: known.stores.apple?.manageUrl ?? 'https://apps.apple.com/account/subscriptions',
    }
  if (paymentMethod === 'google_play')
    return {
      name: 'Google Play',
      page: known.stores.google?.manageUrl ?? 'https://play.google.com/store/account/subscriptions',
    }
  return null
}

/** The app store that keeps charging for a plan until the user cancels it there, if any. */
export function findChargingStore(known: Pick<Entitlement, 'stores' | 'subscriptions'>): PlanStore | null {
  const running = known.subscriptions.find(({ status, isCanceling }) => renewing.has(status) && !isCanceling)
  return running ? getPlanStore(running, known) : null
}

const renewing = new Set<UserSubscription['status']>(['pending', 'active', 'past_due', 'paused'])
