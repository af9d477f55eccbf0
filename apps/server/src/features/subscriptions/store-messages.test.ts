import { forgeries as appleForgeries } from '@recaps/fake-app-store'
import { forgeries as googleForgeries } from '@recaps/fake-google-play'
import { describe, expect, it } from 'vitest'
import { createApiCaller, json } from '../../../test/calls.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer } from '../../../test/start-server.ts'
import { type Shop, useStoreServer } from '../../../test/store-server.ts'
import { refusal } from '../../../test/wait-for.ts'

const invalidRequest = {
  error: 'We couldn’t understand this request.',
  code: 'invalid_request',
  requestId: expect.any(String),
}
const paths = { apple: '/api/subscriptions/apple', google: '/api/subscriptions/google' } as const
const providers = ['apple', 'google'] as const

describe('store messages', async () => {
  const test = await useStoreServer({ deliversWebhooks: false })

  it('answers 503 to Google Play while its signing keys are unavailable, and accepts the message later', async () => {
    const user = await newBuyer(test.shops.google)
    const { webhooks } = test.google
    const lift = test.google.fault({ kind: 'error', when: 'before' }, { endpoint: 'certs' })
    expect(await webhooks.deliver([webhooks.held.at(-1)!])).toEqual([503])
    expect(await storedEvents()).toEqual([])
    lift()
    expect(await webhooks.deliver([webhooks.held.at(-1)!])).toEqual([200])
    await test.untilSettled()
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'active' })
    await test.server.services.database.db.deleteFrom('payment_events').execute()
  })

  const ask = createApiCaller(test.url)
  const storedEvents = () => test.server.services.database.db.selectFrom('payment_events').selectAll().execute()
  const newBuyer = async (shop: Shop) => {
    const user = await test.newUser()
    shop.buy(await test.tokenOf(user), 'basic')
    return user
  }

  it.each(appleForgeries)('rejects forged App Store messages without details: %s', async forgery => {
    const user = await newBuyer(test.shops.apple)
    const { webhooks } = test.apple
    const body = webhooks.bodyOf(webhooks.held.at(-1)!, forgery)
    const { status, json: answer } = await ask(paths.apple, json(body))
    expect([status, answer]).toEqual([400, invalidRequest])
    expect(await storedEvents()).toEqual([])
    expect(await test.purchaseOf(user)).toBeUndefined()
  })

  it.each(googleForgeries)('rejects forged Google Play messages without details: %s', async forgery => {
    const user = await newBuyer(test.shops.google)
    const { webhooks } = test.google
    expect(await webhooks.deliver([webhooks.held.at(-1)!], { forgery })).toEqual([400])
    expect(await storedEvents()).toEqual([])
    expect(await test.purchaseOf(user)).toBeUndefined()
  })

  it.each(providers)(
    'rejects store messages that are empty, malformed, from the other store or larger than a mebibyte: %s',
    async provider => {
      const other = test.apple.webhooks.bodyOf(test.apple.webhooks.held.at(-1)!)
      for (const body of ['', '{', 'null', '[]', '{"signedPayload":1}', ...(provider === 'google' ? [other] : [])])
        expect(await ask(paths[provider], json(body))).toMatchObject({ status: 400, json: invalidRequest })
      const huge = await ask(paths[provider], json('x'.repeat(1024 * 1024 + 1)))
      expect(huge.json).toMatchObject({ code: 'too_large' })
      expect(await storedEvents()).toEqual([])
    },
  )

  it.each(providers)(
    'reaches the current state from store messages in reverse order with repetitions: %s',
    async provider => {
      const shop = test.shops[provider]
      const user = await test.newUser()
      const { webhooks } = test[provider]
      const from = webhooks.held.length
      const receipt = shop.buy(await test.tokenOf(user), 'basic')
      shop.cancel(receipt)
      shop.undoCancel(receipt)
      shop.upgrade(receipt, 'pro')
      // In reverse order, three times each, eight at once.
      if (provider === 'apple')
        await test.apple.webhooks.deliver(test.apple.webhooks.held.slice(from).toReversed(), {
          copies: 3,
          concurrency: 8,
        })
      else
        await test.google.webhooks.deliver(test.google.webhooks.held.slice(from).toReversed(), {
          copies: 3,
          concurrency: 8,
        })
      await test.untilSettled()
      const { activePlan, subscriptions } = await user.client.subscriptions.user()
      expect(activePlan.id).toBe('pro')
      expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1)
    },
  )
})

describe('without app stores', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const ask = createApiCaller(test.url)

  it('rejects store purchases and messages when no store is set up', async () => {
    const { client } = await test.newUser()
    const { stores } = await client.subscriptions.user()
    expect([stores.apple, stores.google]).toEqual([null, null])
    for (const path of Object.values(paths)) expect((await ask(path, json({}))).status).toBe(400)
    for (const paymentMethod of ['apple_iap', 'google_play'] as const) {
      const body = {
        subscriptionId: 'pro',
        paymentMethod,
        transactionId: 'x',
        isTrial: false,
        currency: 'usd' as const,
      }
      expect(await refusal(client.subscriptions.purchase({ body }))).toMatchObject({
        status: 503,
        code: 'payments_off',
      })
    }
  })
})
