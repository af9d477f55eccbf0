import { describe, expect, it } from 'vitest'
import { usePaymentServer } from '../../../test/payment-server.ts'
import { openPaymentProvider } from '../../compose-payments.ts'
import type { PaidSubscription } from '../../ports/payments.ts'
import { createFetchPurchase } from './fetch-purchase.ts'
import { stripeRef } from './purchase-refs.ts'
import { createPurchaseSync } from './purchase-sync.ts'

describe('syncing purchases with the provider', async () => {
  const test = await usePaymentServer({ deliversWebhooks: false })
  const { config, database, clock, logger, metrics, users } = test.server.services
  const { db } = database
  const payments = await openPaymentProvider(config, clock)

  /** Syncs that have fetched their snapshot and wait for `waiting[n]()` before saving it. */
  function pausedSyncs() {
    const waiting: (() => void)[] = []
    const purchaseSync = createPurchaseSync({
      ...{ db, clock, logger, metrics, users, payments, isFakeProvider: false },
      fetchPurchase: createFetchPurchase({
        stores: {},
        payments: {
          async subscription(id): Promise<PaidSubscription | null> {
            const fetched = await payments.subscription(id)
            await new Promise<void>(resolve => waiting.push(resolve))
            return fetched
          },
        },
      }),
      notifyChange: async () => {},
      enqueue: async () => {},
      acknowledgeLater: async () => {},
      passed: () => {},
    })
    const refresh = (id: string) => purchaseSync.refresh(stripeRef(id))
    return { refresh, waiting, fetched: (count: number) => expect.poll(() => waiting.length).toBe(count) }
  }

  it('does not overwrite a newer state with the older snapshot of a slow sync', async () => {
    const user = await test.newUser()
    const id = (await test.buy(user)).stripeSubscriptionId!
    const { refresh, waiting, fetched } = pausedSyncs()
    const early = refresh(id)
    await fetched(1)
    await test.asMerchant(`/v1/subscriptions/${id}`, { cancel_at_period_end: 'true' })
    const late = refresh(id)
    await fetched(2)
    waiting[1]!()
    expect(await late).toMatchObject({ is_canceling: true })
    waiting[0]!()
    expect(await early).toMatchObject({ is_canceling: true })
    expect(await test.purchaseOf(user)).toMatchObject({ isCanceling: true })
  })

  it('inserts one row when two syncs of a new purchase race', async () => {
    const user = await test.newUser()
    const { stripeSubscriptionId: id } = await user.client.subscriptions.createPaymentIntent({
      body: { subscriptionId: 'basic', currency: 'usd' },
    })
    await db.deleteFrom('user_subscriptions').where('user_id', '=', user.id).execute()
    const { refresh, waiting, fetched } = pausedSyncs()
    const both = [refresh(id), refresh(id)]
    await fetched(2)
    for (const resume of waiting) resume()
    // The sync that came second fetches again.
    await fetched(3)
    waiting[2]!()
    const rows = await Promise.all(both)
    expect(new Set(rows.map(row => row?.id)).size).toBe(1)
    expect((await user.client.subscriptions.user()).subscriptions).toHaveLength(1)
  })
})
