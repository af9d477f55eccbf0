import type { Clock } from '../../ports/clock.ts'
import type { Stores } from '../../ports/payments.ts'
import { appleStore } from './apple/store.ts'
import { type GoogleStoreConfig, googleStore } from './google/store.ts'

export interface StoresConfig {
  appStore: AppStoreConfig | undefined
  play: PlayConfig | undefined
}

/** How the App Store is set up; `standIn` is asked in place of Apple, and its certificates are believed. */
interface AppStoreConfig {
  bundleId: string
  /** Undefined where only the sandbox is. */
  appId: number | undefined
  issuerId: string
  keyId: string
  key: string
  environment: 'production' | 'sandbox' | 'both'
  products: NonNullable<Stores['apple']>['products']
  standIn: { url: string; roots: readonly string[] } | undefined
}

/** The same of Google Play; `url` is asked in place of Google. */
interface PlayConfig extends Pick<GoogleStoreConfig, 'packageName' | 'account' | 'push' | 'products'> {
  takesTests: boolean
  url: string | undefined
}

/** The stores of apps that are set up here. */
export const openStores = ({ appStore, play }: StoresConfig, clock: Clock): Stores => ({
  ...(appStore ? { apple: openAppStore(appStore, clock) } : {}),
  ...(play ? { google: openPlay(play, clock) } : {}),
})

function openAppStore({ appId = 0, key, standIn, ...config }: AppStoreConfig, clock: Clock) {
  const roots = standIn && standIn.roots.length > 0 ? { roots: standIn.roots } : {}
  return appleStore({ ...config, appId, privateKey: key, url: standIn?.url, ...roots }, clock)
}

const openPlay = ({ takesTests, url, ...config }: PlayConfig, clock: Clock) =>
  googleStore({ ...config, takesTestPurchases: takesTests, ...(url ? { url } : {}) }, clock)
