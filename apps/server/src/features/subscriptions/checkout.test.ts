import { opensInApp } from '@recaps/domain/app-links'
import { sumLedger } from '@recaps/fake-stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMails } from '../../../test/mailbox.ts'
import { cardPurchaseRequest, type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { eventually, refusal } from '../../../test/wait-for.ts'

const usd = 'usd' as const
const begin = ({ client }: TestUser, subscriptionId = 'basic') =>
  client.subscriptions.createPaymentIntent({ body: { subscriptionId, currency: usd } })

describe.each(usualDatabases)('buying a plan $name', ({ kind, isAvailable }) => {
  if (!isAvailable) return it.skip('skips the payment tests because this database is not available', () => {})
  let test: PaymentServer
  beforeAll(async () => {
    test = await startPaymentServer({ database: kind })
  })
  afterAll(() => test.stop())
  const paidBy = ({ id }: TestUser) => {
    const customers = [...test.stripe.state.customers.values()].filter(
      ({ metadata }) => String(metadata?.userId) === String(id),
    )
    const ids = new Set(customers.map(customer => customer.id))
    return sumLedger(test.stripe.ledger.filter(({ customer }) => customer !== null && ids.has(customer)))
  }

  it('lists the plans with their Stripe price ids and the payment setup [spec 9.17]', async () => {
    const plans = await test.anonymous.subscriptions.plans()
    const [free, basic] = plans
    expect([free?.stripePriceId, free?.stripeProductId]).toEqual(['', ''])
    expect([basic?.stripePriceId, basic?.stripeProductId]).toEqual([
      expect.stringMatching(/^price_/),
      expect.stringMatching(/^prod_/),
    ])
    const { client } = await test.newUser()
    expect((await client.subscriptions.user()).payments).toEqual({
      provider: 'stripe',
      publishableKey: test.stripe.keys.publishable,
      scriptUrl: test.stripe.scriptUrl.replace(/\/$/, ''),
      isTest: true,
    })
  })

  it('allows pages to load the payment form only from its own origin', async () => {
    const policy = (await fetch(`${test.url}/health`)).headers.get('content-security-policy')
    const directives = new Map(policy?.split('; ').map(directive => [directive.split(' ')[0], directive]))
    for (const name of ['script-src', 'frame-src', 'connect-src']) {
      expect(directives.get(name)).toContain(test.stripe.url)
      expect(directives.get(name)).not.toContain('stripe.com')
    }
    expect(directives.get('trusted-types')).toBe('trusted-types service-worker payment-script')
  })

  it('keeps a purchase pending until it is paid, then activates the plan and sends one receipt', async () => {
    const user = await test.newUser()
    const checkout = await begin(user)
    expect(checkout).toEqual({
      paymentIntent: expect.stringMatching(/^pi_\w+_secret_/),
      ephemeralKey: expect.stringMatching(/^ek_/),
      customer: expect.stringMatching(/^cus_/),
      stripeSubscriptionId: expect.stringMatching(/^sub_/),
    })
    expect(await user.client.subscriptions.user()).toMatchObject({
      activePlan: { id: 'free' },
      subscriptions: [{ status: 'pending', currentPeriodEnd: null }],
    })
    const claim = { body: cardPurchaseRequest('basic', checkout) }
    expect(await refusal(user.client.subscriptions.purchase(claim))).toMatchObject({ code: 'payment_pending' })
    await test.pay(checkout.paymentIntent)
    const bought = await user.client.subscriptions.purchase(claim)
    expect(bought).toMatchObject({
      userId: user.id,
      subscriptionId: 'basic',
      status: 'active',
      amount: 4.99,
      currency: 'usd',
      paymentMethod: 'card',
      isTrial: false,
      transactionId: checkout.paymentIntent.split('_secret_')[0],
    })
    // Confirming it again returns the same purchase.
    expect((await user.client.subscriptions.purchase(claim)).id).toBe(bought.id)
    expect(await user.client.subscriptions.user()).toMatchObject({ activePlan: { id: 'basic' }, month: { limit: 10 } })
    const [receipt] = await waitForMails(test.dataDir, user.email, /Receipt/)
    expect(receipt?.subject).toBe('Receipt: $4.99 for the Basic plan')
    expect(receipt?.text).toContain('/subscriptions')
    await test.untilSettled()
    expect(await waitForMails(test.dataDir, user.email, /Receipt/)).toHaveLength(1)
    expect(await user.client.subscriptions.invoices()).toMatchObject({
      data: [{ status: 'paid', amount: 4.99, refunded: 0, subscriptionId: 'basic' }],
    })
  })

  it('activates a paid plan even if the client never confirms it', async () => {
    const user = await test.newUser()
    await test.pay((await begin(user, 'premium')).paymentIntent)
    const { activePlan } = await eventually(
      () => user.client.subscriptions.user(),
      answer => answer.activePlan.id !== 'free',
    )
    expect(activePlan.id).toBe('premium')
  })

  it('activates a paid plan even if no event ever arrives', async () => {
    const user = await test.newUser()
    test.stripe.webhooks.setDelivery({ kind: 'held' })
    try {
      expect(await test.buy(user, 'pro')).toMatchObject({ status: 'active', subscriptionId: 'pro' })
    } finally {
      test.stripe.webhooks.setDelivery({ kind: 'normal' })
    }
  })

  it('resumes the open payment when the same plan is chosen again', async () => {
    const user = await test.newUser()
    const [first, ...others] = [await begin(user), await begin(user), await begin(user)]
    for (const other of others) {
      expect(other.stripeSubscriptionId).toBe(first!.stripeSubscriptionId)
      expect(other.paymentIntent).toBe(first!.paymentIntent)
    }
  })

  it('cancels a pending purchase when another plan is chosen', async () => {
    const user = await test.newUser()
    const abandoned = await begin(user, 'basic')
    const chosen = await begin(user, 'pro')
    expect(test.stripe.state.subscriptions.get(abandoned.stripeSubscriptionId)?.status).toMatch(/canceled|expired/)
    expect((await test.pay(abandoned.paymentIntent)).status).toBe(400)
    await test.pay(chosen.paymentIntent)
    expect(await user.client.subscriptions.purchase({ body: cardPurchaseRequest('pro', chosen) })).toMatchObject({
      status: 'active',
    })
    const { subscriptions } = await user.client.subscriptions.user()
    expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'expired'])
    expect(paidBy(user)).toBe(2499)
  })

  it('does not cancel a purchase that has just been paid', async () => {
    const user = await test.newUser()
    test.stripe.webhooks.setDelivery({ kind: 'held' })
    await test.pay((await begin(user, 'basic')).paymentIntent)
    expect(await refusal(begin(user, 'pro'))).toMatchObject({ code: 'already_subscribed' })
    expect(await user.client.subscriptions.user()).toMatchObject({ activePlan: { id: 'basic' } })
    test.stripe.webhooks.setDelivery({ kind: 'normal' })
  })

  it('accepts another card after a declined one', async () => {
    const user = await test.newUser()
    const checkout = await begin(user)
    expect((await test.pay(checkout.paymentIntent, 'pm_card_chargeDeclined')).status).toBe(402)
    const claim = { body: cardPurchaseRequest('basic', checkout) }
    expect(await refusal(user.client.subscriptions.purchase(claim))).toMatchObject({ code: 'payment_pending' })
    await test.pay(checkout.paymentIntent)
    expect(await user.client.subscriptions.purchase(claim)).toMatchObject({ status: 'active' })
    expect(paidBy(user)).toBe(499)
  })

  it('completes a purchase after 3-D Secure authentication', async () => {
    const user = await test.newUser()
    const checkout = await begin(user)
    const { body } = await test.pay(checkout.paymentIntent, 'pm_card_authenticationRequired')
    expect(body.status).toBe('requires_action')
    expect((await test.purchaseOf(user))?.status).toBe('pending')
    test.stripe.authenticate(String(body.id))
    expect(await user.client.subscriptions.purchase({ body: cardPurchaseRequest('basic', checkout) })).toMatchObject({
      status: 'active',
    })
  })

  it('charges a given card at once, rejects a declined one, and waits for one that needs authentication', async () => {
    const [good, declined, authenticating] = await Promise.all([test.newUser(), test.newUser(), test.newUser()])
    const create = ({ client }: TestUser, paymentMethodId: string) =>
      client.subscriptions.create({ body: { subscriptionId: 'basic', paymentMethodId, isTrial: false } })
    expect(await create(good, 'pm_card_visa')).toMatchObject({ subscription: { status: 'active' }, clientSecret: null })
    expect(await refusal(create(declined, 'pm_card_chargeCustomerFail'))).toMatchObject({ code: 'payment_declined' })
    expect(await declined.client.subscriptions.user()).toMatchObject({ activePlan: { id: 'free' } })
    expect(paidBy(declined)).toBe(0)
    expect(await create(declined, 'pm_card_mastercard')).toMatchObject({ subscription: { status: 'active' } })
    const waiting = await create(authenticating, 'pm_card_authenticationRequired')
    expect(waiting).toMatchObject({
      subscription: { status: 'pending' },
      clientSecret: expect.stringContaining('_secret_'),
    })
    test.stripe.authenticate(waiting.clientSecret!.split('_secret_')[0]!)
    await eventually(
      () => test.purchaseOf(authenticating),
      purchase => purchase?.status === 'active',
    )
    expect([good, declined, authenticating].map(paidBy)).toEqual([499, 499, 499])
  })

  it('charges once when the buy button is clicked several times at once', async () => {
    const user = await test.newUser()
    const clicks = await Promise.all(Array.from({ length: 8 }, () => begin(user)))
    expect(new Set(clicks.map(({ stripeSubscriptionId }) => stripeSubscriptionId)).size).toBe(1)
    await test.pay(clicks[0]!.paymentIntent)
    const claim = { body: cardPurchaseRequest('basic', clicks[0]!) }
    const confirmed = await Promise.all(Array.from({ length: 8 }, () => user.client.subscriptions.purchase(claim)))
    expect(new Set(confirmed.map(({ id }) => id)).size).toBe(1)
    const other = await test.newUser()
    const body = { subscriptionId: 'pro', paymentMethodId: 'pm_card_visa', isTrial: false }
    const bought = await Promise.allSettled(
      Array.from({ length: 8 }, () => other.client.subscriptions.create({ body })),
    )
    expect(bought.some(({ status }) => status === 'fulfilled')).toBe(true)
    await test.untilSettled()
    expect([paidBy(user), paidBy(other)]).toEqual([499, 2499])
    for (const buyer of [user, other]) expect((await buyer.client.subscriptions.user()).subscriptions).toHaveLength(1)
  })

  it('keeps one pending purchase when different plans are chosen at once', async () => {
    const user = await test.newUser()
    await Promise.allSettled([begin(user, 'basic'), begin(user, 'premium'), begin(user, 'pro')])
    await test.untilSettled()
    const open = [...test.stripe.state.subscriptions.values()].filter(
      ({ status, metadata }) => status === 'incomplete' && String(metadata.userId) === String(user.id),
    )
    expect(open).toHaveLength(1)
    const live = (await user.client.subscriptions.user()).subscriptions.filter(({ status }) => status === 'pending')
    expect(live.map(({ stripeSubscriptionId }) => stripeSubscriptionId)).toEqual([open[0]!.id])
  })

  it('limits new purchases to five an hour but not resuming an open one [threat 24]', async () => {
    const user = await test.newUser()
    for (const plan of ['basic', 'premium', 'pro', 'ultimate', 'basic']) await begin(user, plan)
    expect(await refusal(begin(user, 'premium'))).toMatchObject({ status: 429 })
    expect(await begin(user, 'basic')).toMatchObject({ paymentIntent: expect.any(String) })
  })

  it('rejects trials, unknown plans, other currencies and a second plan', async () => {
    const user = await test.newUser()
    const { client } = user
    const create = (body: object) => client.subscriptions.create({ body: body as never })
    const card = { paymentMethodId: 'pm_card_visa' }
    const trial = { subscriptionId: 'basic', ...card, isTrial: true }
    expect(await refusal(create(trial))).toMatchObject({ status: 400, code: 'no_trial' })
    const claim = {
      ...cardPurchaseRequest('basic', { stripeSubscriptionId: 'sub_x', paymentIntent: 'pi_x' }),
      isTrial: true,
    }
    expect(await refusal(client.subscriptions.purchase({ body: claim }))).toMatchObject({ code: 'no_trial' })
    for (const subscriptionId of ['free', 'gold', '', 'youtube-free', '__proto__'])
      expect(await refusal(begin(user, subscriptionId))).toMatchObject({ status: 400, code: 'invalid_request' })
    const euros = { body: { subscriptionId: 'basic', currency: 'eur' as never } }
    expect(await refusal(client.subscriptions.createPaymentIntent(euros))).toMatchObject({ code: 'invalid_request' })
    expect(await begin(user, 'youtube-basic')).toMatchObject({ customer: expect.any(String) })
    await test.buy(user, 'basic')
    expect(await refusal(begin(user, 'pro'))).toMatchObject({ status: 409, code: 'already_subscribed' })
    expect(await refusal(create({ subscriptionId: 'pro', ...card, isTrial: false }))).toMatchObject({
      code: 'already_subscribed',
    })
    expect(paidBy(user)).toBe(499)
  })

  it('rejects false claims by the client: another user’s purchase, a more expensive plan, a store receipt', async () => {
    const [owner, thief] = await Promise.all([test.newUser(), test.newUser()])
    const paid = await begin(owner)
    await test.pay(paid.paymentIntent)
    await begin(thief)
    const steal = (body: object) => thief.client.subscriptions.purchase({ body: body as never })
    const missing = { stripeSubscriptionId: 'sub_nobody', paymentIntent: 'pi_nobody' }
    const answers = [
      await refusal(steal(cardPurchaseRequest('basic', paid))),
      await refusal(steal(cardPurchaseRequest('basic', missing))),
    ]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 400, code: 'payment_not_found' })
    expect(await refusal(steal({ ...cardPurchaseRequest('basic', paid), paymentMethod: 'apple_iap' }))).toMatchObject({
      code: 'payments_off',
    })
    const moreExpensive = { body: cardPurchaseRequest('ultimate', paid) }
    expect(await refusal(owner.client.subscriptions.purchase(moreExpensive))).toMatchObject({
      code: 'payment_not_found',
    })
    const lies = { ...cardPurchaseRequest('basic', paid), amount: 0, status: 'active', transactionId: 'pi_made_up' }
    expect(await owner.client.subscriptions.purchase({ body: lies })).toMatchObject({ amount: 4.99, status: 'active' })
    expect(await thief.client.subscriptions.user()).toMatchObject({ activePlan: { id: 'free' } })
  })

  it('opens the Stripe customer portal only for users who have bought something', async () => {
    const user = await test.newUser()
    expect(await refusal(user.client.subscriptions.portal())).toMatchObject({ status: 400 })
    expect(await user.client.subscriptions.invoices()).toEqual({ data: [] })
    await test.buy(user)
    const { url } = await user.client.subscriptions.portal()
    expect(url.startsWith(test.stripe.url)).toBe(true)
  })

  it.each([
    ['a browser', 'https://recaps.example.com', '/subscriptions/returned'],
    ['the app on an iPhone', 'capacitor://localhost', '/subscriptions'],
    ['the app on Android', 'https://localhost', '/subscriptions'],
  ])('returns from the Stripe customer portal to %s', async (_, origin, page) => {
    const user = await test.newUser()
    await test.buy(user)
    const headers = { authorization: `Bearer ${user.token}`, origin }
    const response = await fetch(`${test.url}/api/subscriptions/portal`, { method: 'POST', headers })
    const { url } = (await response.json()) as { url: string }
    expect(await (await fetch(url)).text()).toMatch(new RegExp(`href="[^"]+[^/"]${page}">Return<`))
    expect(opensInApp(page)).toBe(page === '/subscriptions')
  })

  it('records every payment in a ledger that agrees with Stripe’s', async () => {
    await test.untilSettled()
    expect(await test.findLedgerDifferences()).toEqual([])
  })
})
