import { buyablePlans } from '@recaps/domain/billing'
import type { FakeAppStore } from '@recaps/fake-app-store'
import type { FakeGooglePlay } from '@recaps/fake-google-play'

/** The products in both stores, as an operator sets them up. */
export const storeProducts = buyablePlans.map(({ id, priceCents }) => ({ id: `recaps_${id}_monthly`, priceCents }))

const audience = 'https://recaps.example/google'

export const appStoreEnv = ({ url, bundleId, appId, key, roots }: FakeAppStore): Record<string, string> => ({
  APP_STORE_URL: url,
  APP_STORE_BUNDLE_ID: bundleId,
  APP_STORE_APP_ID: String(appId),
  APP_STORE_ISSUER_ID: key.issuerId,
  APP_STORE_KEY_ID: key.keyId,
  APP_STORE_KEY: key.privateKey,
  APP_STORE_ROOTS: roots.join(','),
})

export const playEnv = ({ url, packageName, serviceAccount, pushAccount }: FakeGooglePlay): Record<string, string> => ({
  PLAY_URL: url,
  PLAY_PACKAGE: packageName,
  PLAY_SERVICE_ACCOUNT: serviceAccount,
  PLAY_PUSH_AUDIENCE: audience,
  PLAY_PUSH_ACCOUNT: pushAccount,
})

/** Registers the webhooks of a server in both stores. */
export function registerStoreWebhooks(
  { apple, google }: { apple: FakeAppStore; google: FakeGooglePlay },
  url: string,
): void {
  apple.webhooks.register({ url: `${url}/api/subscriptions/apple` })
  google.webhooks.register({ url: `${url}/api/subscriptions/google`, audience })
}
