import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/payments.ts'
import { googleCalls } from './calls.ts'
import { messageReader } from './messages.ts'
import { publisher } from './publisher.ts'
import { storePurchase } from './purchase.ts'

/** The parts of a service account's key file that are needed. */
export interface ServiceAccount {
  client_email: string
  /** PEM, PKCS #8. */
  private_key: string
}

export interface GoogleStoreConfig {
  packageName: string
  account: ServiceAccount
  /** As `recaps_basic_monthly` where they are not named otherwise. */
  products?: Partial<Record<BuyablePlanId, string>>
  /** Of the push subscription: for whom its tokens are, and which service account they are of. */
  push: { audience: string; account: string }
  /** What testers buy without paying is taken. */
  takesTestPurchases: boolean
  /** Asked in place of Google: a stand-in. */
  url?: string
  /** Time for one call. */
  deadlineMs?: number
}

const usualDeadlineMs = 6_000

/** Subscriptions of Google Play, read at the Developer API by their purchase token. */
export function googleStore(config: GoogleStoreConfig, clock: Clock): Store {
  const { packageName, takesTestPurchases, url, deadlineMs = usualDeadlineMs } = config
  const products = productsOf(config.products)
  const calls = googleCalls({ account: config.account, url, deadlineMs }, clock)
  const play = publisher(calls, packageName)

  return {
    provider: 'google',
    method: 'google_play',
    products,
    manageUrl: `https://play.google.com/store/account/subscriptions?package=${encodeURIComponent(packageName)}`,
    async read(token) {
      if (!isToken(token)) return null
      const told = await play.subscription(token)
      if (!told || (told.testPurchase && !takesTestPurchases)) return null
      return storePurchase({ token, told, orders: await play.ordersOf(told), products }, clock.now())
    },
    isProof: isToken,
    readMessage: messageReader({ calls, packageName, push: config.push }, clock),
    acknowledge: token => play.acknowledge(token),
  }
}

/** Tokens of Google are URL-safe, and too long to be guessed; anything else never was one. */
const isToken = (receipt: string): boolean => /^[\w.-]{40,2000}$/.test(receipt)

function productsOf(named: GoogleStoreConfig['products']): Store['products'] {
  const usual = buyablePlanIds.map(planId => [planId, `recaps_${planId}_monthly`])
  return { ...(Object.fromEntries(usual) as Store['products']), ...named }
}
