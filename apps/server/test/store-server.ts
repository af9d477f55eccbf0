import type { UserSubscription } from '@recaps/contract/subscriptions'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { type FakeAppStore, startFakeAppStore } from '@recaps/fake-app-store'
import { type FakeGooglePlay, startFakeGooglePlay } from '@recaps/fake-google-play'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { systemClock } from '../src/ports/clock.ts'
import { dayMs } from './payment-server.ts'
import { silentSpeech } from './silent-speech.ts'
import { startServer, type TestServer, type TestServerOptions, type TestUser } from './start-server.ts'
import { appStoreEnv, playEnv, registerStoreWebhooks, storeProducts } from './store-env.ts'
import { eventually } from './wait-for.ts'

export const startStores = async (clock?: { now(): Date }) => {
  const options = clock ? { clock, products: storeProducts } : { products: storeProducts }
  const [apple, google] = await Promise.all([startFakeAppStore(options), startFakeGooglePlay(options)])
  return { apple, google }
}

/** Actions in either store. A purchase is identified by the receipt that the app has for it. */
export interface Shop {
  provider: 'apple' | 'google'
  method: 'apple_iap' | 'google_play'
  buy(accountToken: string | null, plan: BuyablePlanId): string
  /** Changes to a more expensive plan at once. Returns the new receipt. */
  upgrade(receipt: string, plan: BuyablePlanId): string
  /** Changes to a cheaper plan from the next period on. */
  downgrade(receipt: string, plan: BuyablePlanId): string
  /** Ends the period now, with a failed payment. */
  failPayment(receipt: string): void
  recover(receipt: string): void
  cancel(receipt: string): void
  undoCancel(receipt: string): void
  refund(receipt: string): void
  fault: FakeAppStore['fault'] | FakeGooglePlay['fault']
  /** Payments and refunds as `charge 499`, oldest first. */
  movements(): string[]
}

export const createShops = ({
  apple,
  google,
}: {
  apple: FakeAppStore
  google: FakeGooglePlay
}): Record<Shop['provider'], Shop> => ({
  apple: {
    provider: 'apple',
    method: 'apple_iap',
    buy: (accountToken, plan) => apple.buy(accountToken, idOf(plan)),
    upgrade: (receipt, plan) => apple.changePlan(receipt, idOf(plan)),
    downgrade: (receipt, plan) => apple.changePlan(receipt, idOf(plan)),
    failPayment: receipt => void apple.grace(receipt),
    recover: receipt => void apple.recover(receipt),
    cancel: receipt => void apple.cancel(receipt),
    undoCancel: receipt => void apple.undo(receipt),
    refund: receipt => void apple.refund(receipt),
    fault: apple.fault,
    movements: () => apple.ledger.map(({ kind, amountCents }) => `${kind} ${amountCents}`),
  },
  google: {
    provider: 'google',
    method: 'google_play',
    buy: (accountToken, plan) => google.buy(accountToken, idOf(plan)),
    upgrade: (receipt, plan) => google.changePlan(receipt, idOf(plan)),
    downgrade: (receipt, plan) => google.changePlan(receipt, idOf(plan), 'deferred'),
    failPayment: google.grace,
    recover: google.recover,
    cancel: google.cancel,
    undoCancel: google.undo,
    refund: token => google.refund(token),
    fault: google.fault,
    movements: () => google.ledger.map(({ kind, cents }) => `${kind} ${cents}`),
  },
})

const idOf = (plan: BuyablePlanId) => `recaps_${plan}_monthly`

export interface StoreServer extends TestServer {
  apple: FakeAppStore
  google: FakeGooglePlay
  shops: Record<Shop['provider'], Shop>
  /** The token by which the app identifies the user to a store. */
  tokenOf(user: TestUser): Promise<string>
  /** Buys in the store and reports the purchase to the server. */
  buy(user: TestUser, shop: Shop, plan?: BuyablePlanId): Promise<{ receipt: string; purchase: UserSubscription }>
  purchaseOf(user: TestUser): Promise<UserSubscription | undefined>
  /** Waits until every message has been delivered and processed, and every purchase acknowledged. */
  untilSettled(): Promise<void>
  /** Advances the clock and lets the stores process that time. Keeps sessions alive. */
  advanceDays(days: number): Promise<void>
  /** Lets days pass one by one, with everything that is due on each of them. */
  passDays(days: number): Promise<void>
}

/** A server with both stores, which send it all webhook messages, unless `deliversWebhooks` is false: then they hold them. */
export async function startStoreServer(
  options: TestServerOptions & { deliversWebhooks?: boolean } = {},
): Promise<StoreServer> {
  let test: TestServer | undefined
  const stores = await startStores({ now: () => test?.clock.now() ?? systemClock.now() })
  const { apple, google } = stores
  test = await startServer({
    ...options,
    ports: { speech: silentSpeech },
    env: { DEFAULT_PLAN: 'free', STORE_BILLING: 'on', ...appStoreEnv(apple), ...playEnv(google), ...options.env },
  })
  registerStoreWebhooks(stores, test.url)
  if (options.deliversWebhooks === false)
    for (const { webhooks } of [apple, google]) webhooks.setDelivery({ kind: 'held' })
  const { billing, database } = test.server.services
  const storeActions: Omit<StoreServer, keyof TestServer> = {
    ...stores,
    shops: createShops(stores),
    tokenOf: async ({ client }) => (await client.subscriptions.user()).stores.accountToken,

    async buy(user, shop, plan = 'basic') {
      const receipt = shop.buy(await storeActions.tokenOf(user), plan)
      const purchase = await user.client.subscriptions.purchase({ body: storePurchaseRequest(shop, receipt, plan) })
      return { receipt, purchase }
    },

    purchaseOf: async ({ client }) => (await client.subscriptions.user()).subscriptions[0],

    async untilSettled() {
      await apple.webhooks.settled()
      await google.webhooks.settled()
      await eventually(
        () =>
          sql<{
            left: number
          }>`select count(*)::int as left from pgboss.job where state in ('created', 'retry', 'active')
            and name in ('subscriptions.look-again', 'subscriptions.acknowledge-purchase')
            and start_after <= now()`.execute(database.db),
        ({ rows }) => rows[0]!.left === 0,
      )
    },

    async advanceDays(days) {
      test.clock.advance(days * dayMs)
      const now = test.clock.now()
      const later = new Date(now.getTime() + 90 * dayMs)
      await database.db.updateTable('sessions').set({ seen_at: now, expires_at: later }).execute()
      await apple.advanceTo(apple.now())
      await google.advanceTo(google.now())
    },

    async passDays(days) {
      for (let day = 0; day < days; day++) {
        await storeActions.advanceDays(1)
        await storeActions.untilSettled()
        await billing.expireGracePeriods()
      }
    },
  }
  const stop = async () => {
    await test.stop()
    await Promise.all([apple.close(), google.close()])
  }
  return { ...test, ...storeActions, stop }
}

/** A store server for all tests of the surrounding block. */
export async function useStoreServer(options: Parameters<typeof startStoreServer>[0] = {}): Promise<StoreServer> {
  const test = await startStoreServer(options)
  afterAll(() => test.stop())
  return test
}

/** The request that an app sends once the store reports the purchase. */
export const storePurchaseRequest = (
  { method }: Pick<Shop, 'method'>,
  receipt: string,
  subscriptionId: string = 'basic',
) => ({
  subscriptionId,
  paymentMethod: method,
  transactionId: receipt,
  isTrial: false,
  currency: 'usd' as const,
})
