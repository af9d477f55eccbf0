import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { appStoreEnv, playEnv, registerStoreWebhooks } from '../../../test/store-env.ts'
import { createShops, type Shop, startStores, storePurchaseRequest } from '../../../test/store-server.ts'
import { refusal } from '../../../test/wait-for.ts'

const providers = ['apple', 'google'] as const

describe.each(usualDatabases)('store and Stripe purchases of one user $name', ({ kind, isAvailable }) => {
  if (!isAvailable) return it.skip('skips the payment tests because this database is not available', () => {})
  let test: PaymentServer
  let stores: Awaited<ReturnType<typeof startStores>>
  beforeAll(async () => {
    stores = await startStores()
    test = await startPaymentServer({
      database: kind,
      env: { ...appStoreEnv(stores.apple), ...playEnv(stores.google) },
    })
    registerStoreWebhooks(stores, test.url)
  })
  afterAll(async () => {
    await test.stop()
    await Promise.all([stores.apple.close(), stores.google.close()])
  })

  const shops = () => createShops(stores)
  const tokenOf = async ({ client }: TestUser) => (await client.subscriptions.user()).stores.accountToken
  const claim = ({ client }: TestUser, shop: Shop, receipt: string) =>
    client.subscriptions.purchase({ body: storePurchaseRequest(shop, receipt) })
  const settled = async () => {
    await stores.apple.webhooks.settled()
    await stores.google.webhooks.settled()
    await test.untilSettled()
  }

  it.each(providers)(
    'rejects a store purchase while a Stripe plan is active, and does not save it: %s',
    async provider => {
      const user = await test.newUser()
      await test.buy(user, 'pro')
      const shop = shops()[provider]
      const receipt = shop.buy(await tokenOf(user), 'basic')
      expect(await refusal(claim(user, shop, receipt))).toMatchObject({ status: 409, code: 'already_subscribed' })
      await settled()
      expect(await user.client.subscriptions.user()).toMatchObject({
        activePlan: { id: 'pro' },
        subscriptions: [{ paymentMethod: 'card', status: 'active' }],
      })
      expect(await test.server.services.billing.listMovements(user.id)).toMatchObject([{ provider: 'stripe' }])
      if (provider === 'google') expect(stores.google.state.purchases.get(receipt)?.isAcknowledged).toBe(false)
    },
  )

  it.each(providers)('cancels an unpaid Stripe purchase in favor of a store purchase: %s', async provider => {
    const user = await test.newUser()
    const unpaid = await user.client.subscriptions.createPaymentIntent({
      body: { subscriptionId: 'pro', currency: 'usd' },
    })
    const shop = shops()[provider]
    shop.buy(await tokenOf(user), 'basic')
    await settled()
    await expect
      .poll(async () => (await user.client.subscriptions.user()).activePlan.id, { timeout: 60_000, interval: 500 })
      .toBe('basic')
    await settled()
    expect(test.stripe.state.subscriptions.get(unpaid.stripeSubscriptionId)?.status).toMatch(
      /^(canceled|incomplete_expired)$/,
    )
    expect(await test.findLedgerDifferences()).toEqual([])
  })

  it.each(providers)('refuses to charge a card for a second plan beside a store plan: %s', async provider => {
    const user = await test.newUser()
    const shop = shops()[provider]
    await claim(user, shop, shop.buy(await tokenOf(user), 'basic'))
    const { subscriptions } = user.client
    const [plan, card] = [{ subscriptionId: 'pro' }, { paymentMethodId: 'pm_card_visa', isTrial: false }]
    for (const call of [
      () => subscriptions.createPaymentIntent({ body: { ...plan, currency: 'usd' } }),
      () => subscriptions.create({ body: { ...plan, ...card } }),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'already_subscribed' })
    for (const call of [() => subscriptions.previewChange({ body: plan }), () => subscriptions.change({ body: plan })])
      expect(await refusal(call())).toMatchObject({ code: 'bought_elsewhere' })
  })

  it('accepts a purchase in the other store only after the first one has ended', async () => {
    const user = await test.newUser()
    const { apple, google } = shops()
    const googleReceipt = google.buy(await tokenOf(user), 'basic')
    await claim(user, google, googleReceipt)
    const appleReceipt = apple.buy(await tokenOf(user), 'basic')
    expect(await refusal(claim(user, apple, appleReceipt))).toMatchObject({ code: 'already_subscribed' })
    stores.google.expire(googleReceipt)
    // We have not synced since it ended: the claim fetches its current state.
    expect(await claim(user, apple, appleReceipt)).toMatchObject({ status: 'active', paymentMethod: 'apple_iap' })
    await settled()
    const { subscriptions } = await user.client.subscriptions.user()
    expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled'])
  })
})
