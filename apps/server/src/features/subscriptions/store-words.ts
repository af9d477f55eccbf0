import type { Store } from '../../ports/payments.ts'

export const storeProviders = ['apple', 'google'] as const satisfies readonly Store['provider'][]

/** What users call the stores. */
export const storeNames: Record<Store['provider'], string> = { apple: 'the App Store', google: 'Google Play' }

/** Where their users change and end what they have bought, also of a store that is not set up any more. */
export const storePages: Record<Store['provider'], string> = {
  apple: 'https://apps.apple.com/account/subscriptions',
  google: 'https://play.google.com/store/account/subscriptions',
}
