import type { Clock } from '../../ports/clock.ts'
import type { Stores } from '../../ports/payments.ts'
import { appleStore } from './apple/store.ts'
import { type GoogleStoreConfig, googleStore } from './google/store.ts'

export interface StoresConfig {
  appStore: AppStoreConfig | undefined
  play: PlayConfig | undefined
}

/** App Store settings. `fake` is a server that is called instead of Apple and whose root certificates are trusted. */
interface AppStoreConfig {
  bundleId: string
  /** Not needed if only the sandbox is used. */
  appId: number | undefined
  issuerId: string
  keyId: string
  key: string
  environment: 'production' | 'sandbox' | 'both'
  products: NonNullable<Stores['apple']>['products']
  fake: { url: string; roots: readonly string[] } | undefined
}

/** Google Play settings. `url` is a fake that is called instead of Google. */
interface PlayConfig extends Pick<GoogleStoreConfig, 'packageName' | 'account' | 'push' | 'products'> {
  acceptsTestPurchases: boolean
  url: string | undefined
}

/** Only the app stores that are configured. */
export const openStores = ({ appStore, play }: StoresConfig, clock: Clock): Stores => ({
  ...(appStore ? { apple: openAppStore(appStore, clock) } : {}),
  ...(play ? { google: openPlay(play, clock) } : {}),
})

function openAppStore({ appId = 0, key, fake, ...config }: AppStoreConfig, clock: Clock) {
  const roots = fake && fake.roots.length > 0 ? { roots: fake.roots } : {}
  return appleStore({ ...config, appId, privateKey: key, url: fake?.url, ...roots }, clock)
}

const openPlay = ({ acceptsTestPurchases, url, ...config }: PlayConfig, clock: Clock) =>
  googleStore({ ...config, acceptsTestPurchases, ...(url ? { url } : {}) }, clock)
