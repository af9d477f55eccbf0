import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/payments.ts'
import { googleApi } from './api.ts'
import { googleMessageReader } from './messages.ts'
import { publisher } from './publisher.ts'
import { toGooglePurchase } from './purchase.ts'

/** The fields we use of a service account's key file. */
export interface PlayServiceAccount {
  client_email: string
  /** PEM, PKCS #8. */
  private_key: string
}

export interface GoogleStoreConfig {
  packageName: string
  account: PlayServiceAccount
  /** Product ids of plans that are not named `recaps_<plan>_monthly`. */
  products?: Partial<Record<BuyablePlanId, string>>
  /** Audience and service account of the tokens that the Pub/Sub push subscription sends. */
  push: { audience: string; account: string }
  /** Accepts free purchases of license testers. */
  acceptsTestPurchases: boolean
  /** Base URL of a fake that is called instead of Google. */
  url?: string
  /** Timeout of one call. */
  deadlineMs?: number
}

const defaultDeadlineMs = 6_000

/** Subscriptions of Google Play, fetched from the Developer API by purchase token. */
export function googleStore(config: GoogleStoreConfig, clock: Clock): Store {
  const { packageName, acceptsTestPurchases, url, deadlineMs = defaultDeadlineMs } = config
  const products = withDefaultProducts(config.products)
  const calls = googleApi({ account: config.account, url, deadlineMs }, clock)
  const play = publisher(calls, packageName)

  return {
    provider: 'google',
    method: 'google_play',
    products,
    manageUrl: `https://play.google.com/store/account/subscriptions?package=${encodeURIComponent(packageName)}`,
    async read(token) {
      if (!isToken(token)) return null
      const subscription = await play.subscription(token)
      if (!subscription || (subscription.testPurchase && !acceptsTestPurchases)) return null
      const orders = await play.fetchOrders(subscription)
      return toGooglePurchase({ token, subscription, orders, products }, clock.now())
    },
    isProof: isToken,
    readMessage: googleMessageReader({ calls, packageName, push: config.push }, clock),
    acknowledge: token => play.acknowledge(token),
  }
}

/** Google's purchase tokens are URL-safe and too long to be guessed. */
const isToken = (receipt: string): boolean => /^[\w.-]{40,2000}$/.test(receipt)

function withDefaultProducts(products: GoogleStoreConfig['products']): Store['products'] {
  const defaults = buyablePlanIds.map(planId => [planId, `recaps_${planId}_monthly`])
  return { ...(Object.fromEntries(defaults) as Store['products']), ...products }
}
