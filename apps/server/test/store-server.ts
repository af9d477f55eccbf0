import type { UserSubscription } from '@recaps/contract/subscriptions'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { type FakeAppStore, startFakeAppStore } from '@recaps/fake-app-store'
import { type FakeGooglePlay, startFakeGooglePlay } from '@recaps/fake-google-play'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { systemClock } from '../src/ports/clock.ts'
import { dayMs } from './payment-server.ts'
import { silence } from './silence.ts'
import { type ServerWishes, startServer, type TestServer, type TestUser } from './start-server.ts'
import { appStoreEnv, playEnv, storeProducts, tellOfStores } from './store-env.ts'
import { eventually } from './waiting.ts'

export const startStores = async (clock?: { now(): Date }) => {
  const wishes = clock ? { clock, products: storeProducts } : { products: storeProducts }
  const [apple, google] = await Promise.all([startFakeAppStore(wishes), startFakeGooglePlay(wishes)])
  return { apple, google }
}

/** What can be done in either store. A purchase is named by what the app holds of it. */
export interface Shop {
  provider: 'apple' | 'google'
  method: 'apple_iap' | 'google_play'
  buy(accountToken: string | null, plan: BuyablePlanId): string
  /** The dearer one at once; gives what the app holds then. */
  raise(receipt: string, plan: BuyablePlanId): string
  /** The cheaper one with the next period. */
  lower(receipt: string, plan: BuyablePlanId): string
  /** The period ends now, and is not paid. */
  fail(receipt: string): void
  recover(receipt: string): void
  cancel(receipt: string): void
  undo(receipt: string): void
  refund(receipt: string): void
  fault: FakeAppStore['fault'] | FakeGooglePlay['fault']
  /** Money that moved, as `charge 499`, oldest first. */
  moved(): string[]
}

export const shopsOf = ({
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
    raise: (receipt, plan) => apple.changePlan(receipt, idOf(plan)),
    lower: (receipt, plan) => apple.changePlan(receipt, idOf(plan)),
    fail: receipt => void apple.grace(receipt),
    recover: receipt => void apple.recover(receipt),
    cancel: receipt => void apple.cancel(receipt),
    undo: receipt => void apple.undo(receipt),
    refund: receipt => void apple.refund(receipt),
    fault: apple.fault,
    moved: () => apple.ledger.map(({ kind, amountCents }) => `${kind} ${amountCents}`),
  },
  google: {
    provider: 'google',
    method: 'google_play',
    buy: (accountToken, plan) => google.buy(accountToken, idOf(plan)),
    raise: (receipt, plan) => google.changePlan(receipt, idOf(plan)),
    lower: (receipt, plan) => google.changePlan(receipt, idOf(plan), 'deferred'),
    fail: google.grace,
    recover: google.recover,
    cancel: google.cancel,
    undo: google.undo,
    refund: token => google.refund(token),
    fault: google.fault,
    moved: () => google.ledger.map(({ kind, cents }) => `${kind} ${cents}`),
  },
})

const idOf = (plan: BuyablePlanId) => `recaps_${plan}_monthly`

export interface StoreServer extends TestServer {
  apple: FakeAppStore
  google: FakeGooglePlay
  shops: Record<Shop['provider'], Shop>
  /** What the app tells stores of who buys. */
  tokenOf(user: TestUser): Promise<string>
  /** Buys in the store and tells us. */
  buy(user: TestUser, shop: Shop, plan?: BuyablePlanId): Promise<{ receipt: string; purchase: UserSubscription }>
  purchaseOf(user: TestUser): Promise<UserSubscription | undefined>
  /** Waits until every message has been delivered and looked into, and every purchase acknowledged. */
  settled(): Promise<void>
  /** Puts the clock forward; what the stores do in that time is done. Nobody is logged out by it. */
  leap(days: number): Promise<void>
  /** Lets days go by, one after the other, with all that happens in them. */
  pass(days: number): Promise<void>
}

/** The server with both stores beside it, which tell it of everything unless their messages are held. */
export async function startStoreServer(wishes: ServerWishes & { isTold?: boolean } = {}): Promise<StoreServer> {
  let test: TestServer | undefined
  const stores = await startStores({ now: () => test?.clock.now() ?? systemClock.now() })
  const { apple, google } = stores
  test = await startServer({
    ...wishes,
    ports: { speech: silence },
    env: { DEFAULT_PLAN: 'free', STORE_BILLING: 'on', ...appStoreEnv(apple), ...playEnv(google), ...wishes.env },
  })
  tellOfStores(stores, test.url)
  if (wishes.isTold === false) for (const { webhooks } of [apple, google]) webhooks.setDelivery({ kind: 'held' })
  const { billing, database } = test.server.services
  const inStores: Omit<StoreServer, keyof TestServer> = {
    ...stores,
    shops: shopsOf(stores),
    tokenOf: async ({ client }) => (await client.subscriptions.user()).stores.accountToken,

    async buy(user, shop, plan = 'basic') {
      const receipt = shop.buy(await inStores.tokenOf(user), plan)
      const purchase = await user.client.subscriptions.purchase({ body: receiptOf(shop, receipt, plan) })
      return { receipt, purchase }
    },

    purchaseOf: async ({ client }) => (await client.subscriptions.user()).subscriptions[0],

    async settled() {
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

    async leap(days) {
      test.clock.advance(days * dayMs)
      const now = test.clock.now()
      const later = new Date(now.getTime() + 90 * dayMs)
      await database.db.updateTable('sessions').set({ seen_at: now, expires_at: later }).execute()
      await apple.advanceTo(apple.now())
      await google.advanceTo(google.now())
    },

    async pass(days) {
      for (let day = 0; day < days; day++) {
        await inStores.leap(1)
        await inStores.settled()
        await billing.endGraces()
      }
    },
  }
  const stop = async () => {
    await test.stop()
    await Promise.all([apple.close(), google.close()])
  }
  return { ...test, ...inStores, stop }
}

/** For all tests of the surrounding block. */
export async function useStoreServer(wishes: Parameters<typeof startStoreServer>[0] = {}): Promise<StoreServer> {
  const test = await startStoreServer(wishes)
  afterAll(() => test.stop())
  return test
}

/** What the app sends once the store says that it is bought. */
export const receiptOf = ({ method }: Pick<Shop, 'method'>, receipt: string, subscriptionId: string = 'basic') => ({
  subscriptionId,
  paymentMethod: method,
  transactionId: receipt,
  isTrial: false,
  currency: 'usd' as const,
})
