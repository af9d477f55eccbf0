import { forgeries as appleForgeries } from '@recaps/fake-app-store'
import { forgeries as googleForgeries } from '@recaps/fake-google-play'
import { describe, expect, it } from 'vitest'
import { callsTo, json } from '../../../test/calls.ts'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'
import { type Shop, useStoreServer } from '../../../test/store-server.ts'
import { refusal } from '../../../test/waiting.ts'

const refused = {
  error: 'The request was not understood.',
  code: 'invalid_request',
  requestId: expect.any(String),
}
const paths = { apple: '/api/subscriptions/apple', google: '/api/subscriptions/google' } as const
const providers = ['apple', 'google'] as const

describe('messages of stores', async () => {
  const test = await useStoreServer({ isTold: false })

  it('of Google Play come again when the keys that they are signed by could not be read', async () => {
    const user = await bought(test.shops.google)
    const { webhooks } = test.google
    const lift = test.google.fault({ kind: 'error', when: 'before' }, { endpoint: 'certs' })
    expect(await webhooks.deliver([webhooks.held.at(-1)!])).toEqual([503])
    expect(await known()).toEqual([])
    lift()
    expect(await webhooks.deliver([webhooks.held.at(-1)!])).toEqual([200])
    await test.settled()
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'active' })
    await test.server.services.database.db.deleteFrom('payment_events').execute()
  })

  const ask = callsTo(test.url)
  const known = () => test.server.services.database.db.selectFrom('payment_events').selectAll().execute()
  const bought = async (shop: Shop) => {
    const user = await test.newUser()
    shop.buy(await test.tokenOf(user), 'basic')
    return user
  }

  it.each(appleForgeries)('are refused without a word when they are forged: of the App Store, %s', async forgery => {
    const user = await bought(test.shops.apple)
    const { webhooks } = test.apple
    const body = webhooks.bodyOf(webhooks.held.at(-1)!, forgery)
    const { status, json: answer } = await ask(paths.apple, json(body))
    expect([status, answer]).toEqual([400, refused])
    expect(await known()).toEqual([])
    expect(await test.purchaseOf(user)).toBeUndefined()
  })

  it.each(googleForgeries)('are refused without a word when they are forged: of Google Play, %s', async forgery => {
    const user = await bought(test.shops.google)
    const { webhooks } = test.google
    expect(await webhooks.deliver([webhooks.held.at(-1)!], { forgery })).toEqual([400])
    expect(await known()).toEqual([])
    expect(await test.purchaseOf(user)).toBeUndefined()
  })

  it.each(providers)(
    'are refused when they are empty, no JSON, of the other store, or beyond a mebibyte: %s',
    async provider => {
      const other = test.apple.webhooks.bodyOf(test.apple.webhooks.held.at(-1)!)
      for (const body of ['', '{', 'null', '[]', '{"signedPayload":1}', ...(provider === 'google' ? [other] : [])])
        expect(await ask(paths[provider], json(body))).toMatchObject({ status: 400, json: refused })
      const huge = await ask(paths[provider], json('x'.repeat(1024 * 1024 + 1)))
      expect(huge.json).toMatchObject({ code: 'too_large' })
      expect(await known()).toEqual([])
    },
  )

  it.each(providers)('in any order and disorder end in what is so: %s', async provider => {
    const shop = test.shops[provider]
    const user = await test.newUser()
    const { webhooks } = test[provider]
    const from = webhooks.held.length
    const receipt = shop.buy(await test.tokenOf(user), 'basic')
    shop.cancel(receipt)
    shop.undo(receipt)
    shop.raise(receipt, 'pro')
    // Backwards, three times each, and eight at once.
    if (provider === 'apple')
      await test.apple.webhooks.deliver(test.apple.webhooks.held.slice(from).toReversed(), { copies: 3, atOnce: 8 })
    else
      await test.google.webhooks.deliver(test.google.webhooks.held.slice(from).toReversed(), { copies: 3, atOnce: 8 })
    await test.settled()
    const { activePlan, subscriptions } = await user.client.subscriptions.user()
    expect(activePlan.id).toBe('pro')
    expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1)
  })
})

describe('where no store is set up', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const ask = callsTo(test.url)

  it('nothing of a store is taken', async () => {
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
