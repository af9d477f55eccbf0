import type { Clock } from '../../ports/clock.ts'
import type { Stores } from '../../ports/payments.ts'
import { appleStore } from './apple/store.ts'
import { type GoogleStoreConfig, googleStore } from './google/store.ts'

export interface StoresConfig {
  appStore: AppStoreConfig | undefined
  play: PlayConfig | undefined
}

/** App Store settings. `standIn` is a fake that is called instead of Apple and whose root certificates are trusted. */
interface AppStoreConfig {
  bundleId: string
  /** Not needed if only the sandbox is used. */
  appId: number | undefined
  issuerId: string
  keyId: string
  key: string
  environment: 'production' | 'sandbox' | 'both'
  products: NonNullable<Stores['apple']>['products']
  standIn: { url: string; roots: readonly string[] } | undefined
}

/** Google Play settings. `url` is a fake that is called instead of Google. */
interface PlayConfig extends Pick<GoogleStoreConfig, 'packageName' | 'account' | 'push' | 'products'> {
  takesTests: boolean
  url: string | undefined
}

/** Only the app stores that are configured. */
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
