import { forgeries as appleForgeries } from '@recaps/fake-app-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMails } from '../../../test/mailbox.ts'
import { type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { type Shop, type StoreServer, startStoreServer, storePurchaseRequest } from '../../../test/store-server.ts'
import { eventually, refusal } from '../../../test/wait-for.ts'

const providers = ['apple', 'google'] as const

describe.each(usualDatabases)('buying in app stores $name', ({ kind, isAvailable }) => {
  if (!isAvailable) return it.skip('skips the payment tests because this database is not available', () => {})
  let test: StoreServer
  beforeAll(async () => {
    test = await startStoreServer({ database: kind, deliversWebhooks: false })
  })
  afterAll(() => test.stop())

  const claim = ({ client }: TestUser, shop: Shop, receipt: string, plan?: string) =>
    client.subscriptions.purchase({ body: storePurchaseRequest(shop, receipt, plan) })
  const rows = () => test.server.services.database.db.selectFrom('user_subscriptions').selectAll().execute()
  const expectNoPurchase = async (user: TestUser) =>
    expect(await user.client.subscriptions.user()).toMatchObject({ activePlan: { id: 'free' }, subscriptions: [] })
  const isAcknowledged = (receipt: string) => test.google.state.purchases.get(receipt)?.isAcknowledged

  it('returns the store products and an account token that differs for each user', async () => {
    const [one, other] = [await test.newUser(), await test.newUser()]
    const { stores, payments } = await one.client.subscriptions.user()
    expect(payments.provider).toBe('none')
    expect(stores).toEqual({
      accountToken: expect.stringMatching(/^[\da-f-]{36}$/),
      isUsedByApps: true,
      apple: {
        products: test.server.services.config.appStore?.products,
        manageUrl: expect.stringContaining('apple.com'),
      },
      google: {
        products: test.server.services.config.play?.products,
        manageUrl: expect.stringContaining('google.com'),
      },
    })
    expect(await test.tokenOf(other)).not.toBe(stores.accountToken)
  })

  describe.each(providers)('%s', provider => {
    const shop = () => test.shops[provider]

    it('activates a store purchase at once, even without Stripe, and sends no receipt of our own', async () => {
      const user = await test.newUser()
      const { purchase } = await test.buy(user, shop())
      expect(purchase).toMatchObject({
        userId: user.id,
        subscriptionId: 'basic',
        status: 'active',
        paymentMethod: shop().method,
        amount: 4.99,
        currency: 'usd',
        stripeSubscriptionId: null,
        isTrial: false,
        isCanceling: false,
        paymentIssue: null,
      })
      expect(await user.client.subscriptions.user()).toMatchObject({
        activePlan: { id: 'basic' },
        month: { limit: 10 },
      })
      const movements = await test.server.services.billing.listMovements(user.id)
      expect(movements).toMatchObject([{ provider, kind: 'charge', amount_cents: 499, currency: 'usd' }])
      expect(await waitForMails(test.dataDir, user.email, /Receipt/, 0)).toEqual([])
    })

    it('saves one purchase when its receipt is claimed repeatedly or concurrently', async () => {
      const user = await test.newUser()
      const { receipt, purchase } = await test.buy(user, shop())
      expect((await claim(user, shop(), receipt)).id).toBe(purchase.id)
      const other = await test.newUser()
      const another = shop().buy(await test.tokenOf(other), 'pro')
      const answers = await Promise.all(Array.from({ length: 4 }, () => claim(other, shop(), another, 'pro')))
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
      expect((await other.client.subscriptions.user()).subscriptions).toHaveLength(1)
    })

    it('rejects another user’s receipt, a guessed and a malformed one with the same error, and saves nothing', async () => {
      const [owner, thief] = [await test.newUser(), await test.newUser()]
      const { receipt } = await test.buy(owner, shop())
      const unclaimed = shop().buy(await test.tokenOf(owner), 'basic')
      const before = (await rows()).length
      const answers = []
      for (const candidate of [receipt, unclaimed, `${receipt.slice(0, -6)}AAAAAA`, '{"a":1}'])
        answers.push(await refusal(claim(thief, shop(), candidate)))
      expect(answers[0]).toMatchObject({ status: 400, code: 'receipt_invalid' })
      expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
      await expectNoPurchase(thief)
      expect(await rows()).toHaveLength(before)
    })

    it('assigns a store purchase without an account token to the first user who claims it', async () => {
      const [first, later] = [await test.newUser(), await test.newUser()]
      const receipt = shop().buy(null, 'basic')
      expect(await claim(first, shop(), receipt)).toMatchObject({ userId: first.id, status: 'active' })
      expect(await refusal(claim(later, shop(), receipt))).toMatchObject({ code: 'receipt_invalid' })
      const contested = shop().buy(null, 'basic')
      const [one, other] = [await test.newUser(), await test.newUser()]
      const outcomes = await Promise.allSettled([claim(one, shop(), contested), claim(other, shop(), contested)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    })

    it('rejects a receipt that is claimed for another plan than was bought', async () => {
      const user = await test.newUser()
      const receipt = shop().buy(await test.tokenOf(user), 'basic')
      expect(await refusal(claim(user, shop(), receipt, 'ultimate'))).toMatchObject({ code: 'payment_not_found' })
      await expectNoPurchase(user)
    })

    it('accepts a store purchase on retry if the store was unreachable at first', async () => {
      const user = await test.newUser()
      const receipt = shop().buy(await test.tokenOf(user), 'basic')
      const lift = shop().fault({ kind: 'error', when: 'before' })
      expect(await refusal(claim(user, shop(), receipt))).toMatchObject({ status: 503, code: 'payment_unavailable' })
      lift()
      await expectNoPurchase(user)
      expect(await claim(user, shop(), receipt)).toMatchObject({ status: 'active' })
    })

    it('reaches the same state from the message of the store without a claim by the app', async () => {
      const [claimant, other] = [await test.newUser(), await test.newUser()]
      const { purchase } = await test.buy(claimant, shop())
      const { held } = test[provider].webhooks
      shop().buy(await test.tokenOf(other), 'basic')
      await deliver(provider, held.length - 1)
      await test.untilSettled()
      const found = await test.purchaseOf(other)
      const individual = [
        'id',
        'userId',
        'transactionId',
        'startDate',
        'currentPeriodEnd',
        'createdAt',
        'updatedAt',
      ] as const
      const without = (row: typeof purchase) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => !individual.some(one => one === key)))
      expect(without(found!)).toEqual(without(purchase))
    })

    it('saves one purchase when its message arrives a hundred times while the app claims it', async () => {
      const user = await test.newUser()
      const receipt = shop().buy(await test.tokenOf(user), 'basic')
      const at = test[provider].webhooks.held.length - 1
      const before = (await storedEvents()).length
      const [answers, ...claims] = await Promise.all([
        deliver(provider, at, { copies: 100, concurrency: 8 }),
        claim(user, shop(), receipt),
        claim(user, shop(), receipt),
      ])
      expect(new Set(answers)).toEqual(new Set([200]))
      await test.untilSettled()
      expect(await storedEvents()).toHaveLength(before + 1)
      expect((await user.client.subscriptions.user()).subscriptions).toMatchObject([{ id: claims[0].id }])
      expect(await test.server.services.billing.listMovements(user.id)).toHaveLength(1)
    })

    it('ignores store messages about unknown accounts and test messages', async () => {
      const before = (await rows()).length
      shop().buy(crypto.randomUUID(), 'basic')
      if (provider === 'apple') test.apple.notify('TEST')
      else test.google.publishTest()
      const { held } = test[provider].webhooks
      expect(await deliver(provider, held.length - 2)).toEqual([200])
      expect(await deliver(provider, held.length - 1)).toEqual([200])
      await test.untilSettled()
      expect(await rows()).toHaveLength(before)
    })

    it('refuses to change or cancel a store purchase here', async () => {
      const user = await test.newUser()
      const { purchase } = await test.buy(user, shop())
      const { subscriptions } = user.client
      const [id, plan] = [{ userSubscriptionId: purchase.id }, { subscriptionId: 'pro' }]
      for (const call of [
        () => subscriptions.cancel({ body: id }),
        () => subscriptions.resume({ body: id }),
        () => subscriptions.previewChange({ body: plan }),
        () => subscriptions.change({ body: plan }),
      ])
        expect(await refusal(call())).toMatchObject({ status: 409, code: 'bought_elsewhere' })
    })
  })

  it('rejects forged App Store receipts, transaction ids of other users and sandbox purchases', async () => {
    const { apple, shops } = test
    const user = await test.newUser()
    const token = await test.tokenOf(user)
    const receipt = shops.apple.buy(token, 'basic')
    const foreign = apple.idOf(apple.buy(null, 'recaps_basic_monthly'))
    const inSandbox = apple.buy(token, 'recaps_basic_monthly', { environment: 'Sandbox' })
    const invalid = [...appleForgeries.map(forgery => apple.forge(receipt, forgery)), foreign, inSandbox]
    for (const candidate of invalid.slice(0, 4))
      expect(await refusal(claim(user, shops.apple, candidate))).toMatchObject({ code: 'receipt_invalid' })
    // The number of attempts per user is limited, so the others use new users.
    for (const candidate of invalid.slice(4)) {
      const another = await test.newUser()
      expect([candidate, await refusal(claim(another, shops.apple, candidate))]).toMatchObject([
        candidate,
        { code: 'receipt_invalid' },
      ])
    }
    // A transaction id is as good as the receipt if the store confirms that it belongs to the user.
    expect(await claim(user, shops.apple, apple.idOf(receipt))).toMatchObject({ status: 'active' })
  })

  it('rejects test purchases from Google Play', async () => {
    const { google, shops } = test
    const user = await test.newUser()
    const tested = google.buy(await test.tokenOf(user), 'recaps_basic_monthly', { isTest: true })
    expect(await refusal(claim(user, shops.google, tested))).toMatchObject({ code: 'receipt_invalid' })
  })

  it('keeps a Google Play purchase pending until its cash payment arrives', async () => {
    const { google, shops } = test
    const user = await test.newUser()
    const receipt = google.buy(await test.tokenOf(user), 'recaps_basic_monthly', { isPending: true })
    expect(await refusal(claim(user, shops.google, receipt))).toMatchObject({ code: 'payment_pending' })
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'pending', currentPeriodEnd: null })
    expect(isAcknowledged(receipt)).toBe(false)
    google.pay(receipt)
    await deliver('google', google.webhooks.held.length - 1)
    await test.untilSettled()
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'active' })
    expect(isAcknowledged(receipt)).toBe(true)
  })

  it('retries the acknowledgement of a Google Play purchase until it succeeds', async () => {
    const { google, shops } = test
    const user = await test.newUser()
    const lift = google.fault({ kind: 'error', when: 'before' }, { endpoint: 'subscriptions.acknowledge', times: 1 })
    const { receipt } = await test.buy(user, shops.google)
    expect(isAcknowledged(receipt)).toBe(false)
    await eventually(async () => isAcknowledged(receipt), Boolean)
    lift()
  })

  it('limits the number of receipts that a user can try', async () => {
    const user = await test.newUser()
    const codes = []
    for (let n = 0; n < 61; n++) codes.push((await refusal(claim(user, test.shops.google, `${n}`.repeat(15)))).code)
    expect(codes).toEqual([...Array(60).fill('receipt_invalid'), 'too_many_requests'])
  })

  it('accepts a receipt once the store answers again, even after many failed claims', async () => {
    const user = await test.newUser()
    const receipt = test.shops.google.buy(await test.tokenOf(user), 'basic')
    const lift = test.google.fault({ kind: 'error', when: 'before' })
    for (let n = 0; n < 6; n++)
      expect(await refusal(claim(user, test.shops.google, receipt))).toMatchObject({ code: 'payment_unavailable' })
    lift()
    expect(await claim(user, test.shops.google, receipt)).toMatchObject({ status: 'active' })
  })

  const storedEvents = () => test.server.services.database.db.selectFrom('payment_events').selectAll().execute()
  function deliver(provider: Shop['provider'], at: number, options?: { copies: number; concurrency: number }) {
    if (provider === 'apple') return test.apple.webhooks.deliver([test.apple.webhooks.held[at]!], options)
    return test.google.webhooks.deliver([test.google.webhooks.held[at]!], options)
  }
})
