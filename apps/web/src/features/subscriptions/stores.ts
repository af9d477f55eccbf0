import type { UserSubscription } from '@recaps/contract'
import type { Entitlement } from './queries.ts'

/** A store of apps that sold a plan, which only there can be changed or ended. */
export interface PlanStore {
  name: string
  /** Where its users change and end what they have bought. */
  page: string
}

/** Null for what was bought here. */
export function storeOf(
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

/** The store that goes on charging for a plan until its user ends it there. */
export function storeThatCharges(known: Pick<Entitlement, 'stores' | 'subscriptions'>): PlanStore | null {
  const running = known.subscriptions.find(({ status, isCanceling }) => goesOn.has(status) && !isCanceling)
  return running ? storeOf(running, known) : null
}

const goesOn = new Set<UserSubscription['status']>(['pending', 'active', 'past_due', 'paused'])
