import type { Store } from '../../ports/payments.ts'

export const storeProviders = ['apple', 'google'] as const satisfies readonly Store['provider'][]

/** Names of the stores for use within a sentence. */
export const storeNames: Record<Store['provider'], string> = { apple: 'the App Store', google: 'Google Play' }

/** Where users manage their subscriptions, even if the store is no longer set up here. */
export const storeManageUrls: Record<Store['provider'], string> = {
  apple: 'https://apps.apple.com/account/subscriptions',
  google: 'https://play.google.com/store/account/subscriptions',
}
