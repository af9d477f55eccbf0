import { forgeries as appleForgeries } from '@recaps/fake-app-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../test/mailbox.ts'
import { databasesInTurn, type TestUser } from '../../../test/start-server.ts'
import { receiptOf, type Shop, type StoreServer, startStoreServer } from '../../../test/store-server.ts'
import { eventually, refusal } from '../../../test/waiting.ts'

const providers = ['apple', 'google'] as const

describe.each(databasesInTurn)('buying in stores of apps, $name', ({ kind, isHere }) => {
  if (!isHere) return it.skip('is tried where there is such a database', () => {})
  let test: StoreServer
  beforeAll(async () => {
    test = await startStoreServer({ database: kind, isTold: false })
  })
  afterAll(() => test.stop())

  const claim = ({ client }: TestUser, shop: Shop, receipt: string, plan?: string) =>
    client.subscriptions.purchase({ body: receiptOf(shop, receipt, plan) })
  const rows = () => test.server.services.database.db.selectFrom('user_subscriptions').selectAll().execute()
  const nothingFor = async (user: TestUser) =>
    expect(await user.client.subscriptions.user()).toMatchObject({ activePlan: { id: 'free' }, subscriptions: [] })
  const isAcknowledged = (receipt: string) => test.google.state.purchases.get(receipt)?.isAcknowledged

  it('tells the app what is sold and whom to name as the buyer, each user by a name of their own', async () => {
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

    it('counts at once, also where Stripe is not set up, and the store sends the receipt', async () => {
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
      const moved = await test.server.services.billing.movementsOf(user.id)
      expect(moved).toMatchObject([{ provider, kind: 'charge', amount_cents: 499, currency: 'usd' }])
      expect(await mailsTo(test.dataDir, user.email, /Receipt/, 0)).toEqual([])
    })

    it('is one purchase, told twice or ten times at once', async () => {
      const user = await test.newUser()
      const { receipt, purchase } = await test.buy(user, shop())
      expect((await claim(user, shop(), receipt)).id).toBe(purchase.id)
      const other = await test.newUser()
      const another = shop().buy(await test.tokenOf(other), 'pro')
      const answers = await Promise.all(Array.from({ length: 4 }, () => claim(other, shop(), another, 'pro')))
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
      expect((await other.client.subscriptions.user()).subscriptions).toHaveLength(1)
    })

    it('refuses another’s receipt, a guess and nonsense with the same words, and writes nothing', async () => {
      const [owner, thief] = [await test.newUser(), await test.newUser()]
      const { receipt } = await test.buy(owner, shop())
      const untold = shop().buy(await test.tokenOf(owner), 'basic')
      const before = (await rows()).length
      const answers = []
      for (const tried of [receipt, untold, `${receipt.slice(0, -6)}AAAAAA`, '{"a":1}'])
        answers.push(await refusal(claim(thief, shop(), tried)))
      expect(answers[0]).toMatchObject({ status: 400, code: 'receipt_invalid' })
      expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
      await nothingFor(thief)
      expect(await rows()).toHaveLength(before)
    })

    it('without a buyer that the store can name, is whose hands hold it, and nobody else’s later', async () => {
      const [finder, late] = [await test.newUser(), await test.newUser()]
      const receipt = shop().buy(null, 'basic')
      expect(await claim(finder, shop(), receipt)).toMatchObject({ userId: finder.id, status: 'active' })
      expect(await refusal(claim(late, shop(), receipt))).toMatchObject({ code: 'receipt_invalid' })
      const contested = shop().buy(null, 'basic')
      const [one, other] = [await test.newUser(), await test.newUser()]
      const outcomes = await Promise.allSettled([claim(one, shop(), contested), claim(other, shop(), contested)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    })

    it('is of the plan that was bought, and of no other', async () => {
      const user = await test.newUser()
      const receipt = shop().buy(await test.tokenOf(user), 'basic')
      expect(await refusal(claim(user, shop(), receipt, 'ultimate'))).toMatchObject({ code: 'payment_not_found' })
      await nothingFor(user)
    })

    it('is not lost while the store cannot be reached', async () => {
      const user = await test.newUser()
      const receipt = shop().buy(await test.tokenOf(user), 'basic')
      const lift = shop().fault({ kind: 'error', when: 'before' })
      expect(await refusal(claim(user, shop(), receipt))).toMatchObject({ status: 503, code: 'payment_unavailable' })
      lift()
      await nothingFor(user)
      expect(await claim(user, shop(), receipt)).toMatchObject({ status: 'active' })
    })

    it('comes by the store’s message alone to the same state', async () => {
      const [told, silent] = [await test.newUser(), await test.newUser()]
      const { purchase } = await test.buy(told, shop())
      const { held } = test[provider].webhooks
      shop().buy(await test.tokenOf(silent), 'basic')
      await deliver(provider, held.length - 1)
      await test.settled()
      const found = await test.purchaseOf(silent)
      const own = ['id', 'userId', 'transactionId', 'startDate', 'currentPeriodEnd', 'createdAt', 'updatedAt'] as const
      const without = (row: typeof purchase) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => !own.some(one => one === key)))
      expect(without(found!)).toEqual(without(purchase))
    })

    it('is one purchase with one effect, though its message comes a hundred times and its buyer tells of it too', async () => {
      const user = await test.newUser()
      const receipt = shop().buy(await test.tokenOf(user), 'basic')
      const at = test[provider].webhooks.held.length - 1
      const before = (await known()).length
      const [answers, ...claims] = await Promise.all([
        deliver(provider, at, { copies: 100, atOnce: 8 }),
        claim(user, shop(), receipt),
        claim(user, shop(), receipt),
      ])
      expect(new Set(answers)).toEqual(new Set([200]))
      await test.settled()
      expect(await known()).toHaveLength(before + 1)
      expect((await user.client.subscriptions.user()).subscriptions).toMatchObject([{ id: claims[0].id }])
      expect(await test.server.services.billing.movementsOf(user.id)).toHaveLength(1)
    })

    it('about nobody we know, about nothing that is sold or only to try, are messages that do nothing', async () => {
      const before = (await rows()).length
      shop().buy(crypto.randomUUID(), 'basic')
      if (provider === 'apple') test.apple.notify('TEST')
      else test.google.tellTest()
      const { held } = test[provider].webhooks
      expect(await deliver(provider, held.length - 2)).toEqual([200])
      expect(await deliver(provider, held.length - 1)).toEqual([200])
      await test.settled()
      expect(await rows()).toHaveLength(before)
    })

    it('lies with the store: here it is neither changed nor ended', async () => {
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

  it('in the App Store takes no forged receipt, no number of somebody’s transaction, and nothing of the sandbox', async () => {
    const { apple, shops } = test
    const user = await test.newUser()
    const token = await test.tokenOf(user)
    const receipt = shops.apple.buy(token, 'basic')
    const foreign = apple.idOf(apple.buy(null, 'recaps_basic_monthly'))
    const inSandbox = apple.buy(token, 'recaps_basic_monthly', { environment: 'Sandbox' })
    const wrong = [...appleForgeries.map(forgery => apple.forge(receipt, forgery)), foreign, inSandbox]
    for (const tried of wrong.slice(0, 4))
      expect(await refusal(claim(user, shops.apple, tried))).toMatchObject({ code: 'receipt_invalid' })
    // Whoever tries many is stopped; they are tried on.
    for (const tried of wrong.slice(4)) {
      const another = await test.newUser()
      expect([tried, await refusal(claim(another, shops.apple, tried))]).toMatchObject([
        tried,
        { code: 'receipt_invalid' },
      ])
    }
    // A number that the store says is one’s own is as good as the receipt.
    expect(await claim(user, shops.apple, apple.idOf(receipt))).toMatchObject({ status: 'active' })
  })

  it('on Google Play takes no purchase of a tester', async () => {
    const { google, shops } = test
    const user = await test.newUser()
    const tested = google.buy(await test.tokenOf(user), 'recaps_basic_monthly', { isTest: true })
    expect(await refusal(claim(user, shops.google, tested))).toMatchObject({ code: 'receipt_invalid' })
  })

  it('on Google Play waits for cash, and begins when that comes', async () => {
    const { google, shops } = test
    const user = await test.newUser()
    const receipt = google.buy(await test.tokenOf(user), 'recaps_basic_monthly', { isPending: true })
    expect(await refusal(claim(user, shops.google, receipt))).toMatchObject({ code: 'payment_pending' })
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'pending', currentPeriodEnd: null })
    expect(isAcknowledged(receipt)).toBe(false)
    google.pay(receipt)
    await deliver('google', google.webhooks.held.length - 1)
    await test.settled()
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'active' })
    expect(isAcknowledged(receipt)).toBe(true)
  })

  it('on Google Play is acknowledged, however long that takes, so that the money stays', async () => {
    const { google, shops } = test
    const user = await test.newUser()
    const lift = google.fault({ kind: 'error', when: 'before' }, { endpoint: 'subscriptions.acknowledge', times: 1 })
    const { receipt } = await test.buy(user, shops.google)
    expect(isAcknowledged(receipt)).toBe(false)
    await eventually(async () => isAcknowledged(receipt), Boolean)
    lift()
  })

  it('is limited, so that nobody tries receipts', async () => {
    const user = await test.newUser()
    const tries = []
    for (let n = 0; n < 61; n++) tries.push((await refusal(claim(user, test.shops.google, `${n}`.repeat(15)))).code)
    expect(tries).toEqual([...Array(60).fill('receipt_invalid'), 'too_many_requests'])
  })

  it('is taken once the store answers again, however often the app has told of it meanwhile', async () => {
    const user = await test.newUser()
    const receipt = test.shops.google.buy(await test.tokenOf(user), 'basic')
    const lift = test.google.fault({ kind: 'error', when: 'before' })
    for (let n = 0; n < 6; n++)
      expect(await refusal(claim(user, test.shops.google, receipt))).toMatchObject({ code: 'payment_unavailable' })
    lift()
    expect(await claim(user, test.shops.google, receipt)).toMatchObject({ status: 'active' })
  })

  const known = () => test.server.services.database.db.selectFrom('payment_events').selectAll().execute()
  function deliver(provider: Shop['provider'], at: number, options?: { copies: number; atOnce: number }) {
    if (provider === 'apple') return test.apple.webhooks.deliver([test.apple.webhooks.held[at]!], options)
    return test.google.webhooks.deliver([test.google.webhooks.held[at]!], options)
  }
})
