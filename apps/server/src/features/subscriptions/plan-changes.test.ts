import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { refusal } from '../../../test/wait-for.ts'

const channels = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `UC${String(n).padStart(22, 'x')}`,
    title: `Channel ${n}`,
    description: '',
    thumbnails: { default: '', medium: '', high: '' },
  }))

describe.each(usualDatabases)('changing the plan $name', ({ kind, isAvailable }) => {
  if (!isAvailable) return it.skip('skips the payment tests because this database is not available', () => {})
  let test: PaymentServer
  beforeAll(async () => {
    test = await startPaymentServer({ database: kind })
  })
  afterAll(() => test.stop())
  const change = ({ client }: TestUser, subscriptionId: string) =>
    client.subscriptions.change({ body: { subscriptionId } })
  const preview = ({ client }: TestUser, subscriptionId: string) =>
    client.subscriptions.previewChange({ body: { subscriptionId } })

  it('upgrades the plan at once for the price difference: summaries, channels, frequencies, reads and questions', async () => {
    const user = await test.newUser()
    await test.buy(user, 'basic')
    const changePreview = await preview(user, 'pro')
    expect(changePreview).toMatchObject({
      kind: 'upgrade',
      amount: 24.99,
      currency: 'usd',
      effects: { summariesLeft: 500, readsLeft: 500, waitingChannels: 0, aiInteraction: 'gained' },
    })
    expect(changePreview.dueNow).toBeCloseTo(20, 1)
    const daily = { body: { channelList: channels(12), frequency: 'daily' as const } }
    expect(await refusal(user.client.schedules.create(daily))).toMatchObject({ status: 403 })
    expect(await change(user, 'pro')).toMatchObject({ subscription: { subscriptionId: 'pro' }, clientSecret: null })
    expect(await user.client.subscriptions.user()).toMatchObject({
      activePlan: { id: 'pro' },
      month: { limit: 500, communityReads: { limit: 500 } },
    })
    expect(await user.client.schedules.create(daily)).toMatchObject({ frequency: 'daily' })
  })

  it('downgrades the plan with the next period, pauses whatever exceeds it, and can be undone before', async () => {
    const user = await test.newUser()
    const { id } = await test.buy(user, 'pro')
    await user.client.schedules.create({ body: { channelList: channels(12), frequency: 'daily' } })
    expect(await preview(user, 'basic')).toMatchObject({
      kind: 'downgrade',
      dueNow: 0,
      amount: 4.99,
      effects: { waitingChannels: 10, isFrequencyPaused: true, aiInteraction: 'lost' },
    })
    const { subscription } = await change(user, 'basic')
    expect(subscription).toMatchObject({
      subscriptionId: 'pro',
      nextPlan: { subscriptionId: 'basic', at: subscription.currentPeriodEnd },
    })
    const body = { userSubscriptionId: id }
    expect(await user.client.subscriptions.resume({ body })).toMatchObject({ nextPlan: null })
    await change(user, 'premium')
    // A second downgrade replaces the first one.
    expect((await change(user, 'basic')).subscription.nextPlan?.subscriptionId).toBe('basic')
    expect((await user.client.subscriptions.user()).activePlan.id).toBe('pro')
    await test.passDaysUntil(subscription.currentPeriodEnd, 1)
    expect(await user.client.subscriptions.user()).toMatchObject({
      activePlan: { id: 'basic' },
      subscriptions: [{ subscriptionId: 'basic', amount: 4.99, nextPlan: null }],
    })
    const [schedule] = await user.client.schedules.list()
    expect(schedule).toMatchObject({ pausedByPlan: true, channelList: expect.objectContaining({ length: 12 }) })
    expect(schedule!.channelStates.filter(({ pausedByPlan }) => pausedByPlan)).toHaveLength(10)
  })

  it('rejects an upgrade if the card is declined and completes it after authentication by the bank', async () => {
    const user = await test.newUser()
    await test.buy(user, 'basic')
    const { stripeSubscriptionId } = (await test.purchaseOf(user))!
    const card = String(test.stripe.state.subscriptions.get(stripeSubscriptionId!)!.default_payment_method)
    test.stripe.replaceCard(card, 'pm_card_chargeCustomerFail')
    expect(await refusal(change(user, 'pro'))).toMatchObject({ status: 402, code: 'payment_declined' })
    expect((await user.client.subscriptions.user()).activePlan.id).toBe('basic')
    test.stripe.replaceCard(card, 'pm_card_authenticationRequired')
    const waiting = await change(user, 'pro')
    expect(waiting).toMatchObject({
      subscription: { subscriptionId: 'basic', status: 'active' },
      clientSecret: expect.stringContaining('_secret_'),
    })
    test.stripe.authenticate(waiting.clientSecret!.split('_secret_')[0]!)
    await test.untilSettled()
    expect((await user.client.subscriptions.user()).activePlan.id).toBe('pro')
  })

  it('charges once when an upgrade is clicked several times at once', async () => {
    const user = await test.newUser()
    await test.buy(user, 'basic')
    const before = test.stripe.ledger.length
    const clicks = await Promise.allSettled(Array.from({ length: 6 }, () => change(user, 'pro')))
    expect(clicks.some(({ status }) => status === 'fulfilled')).toBe(true)
    await test.untilSettled()
    expect(test.stripe.ledger.length).toBe(before + 1)
    expect((await user.client.subscriptions.user()).activePlan.id).toBe('pro')
  })

  it('refuses a change to the same plan, without a plan, for other users, or while the plan is ending', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    expect(await refusal(change(user, 'pro'))).toMatchObject({ status: 400 })
    const { id } = await test.buy(user, 'basic')
    expect(await refusal(change(user, 'basic'))).toMatchObject({ status: 409, code: 'already_subscribed' })
    for (const call of ['cancel', 'resume'] as const) {
      const [foreign, missing] = await Promise.all(
        [id, 987654321].map(userSubscriptionId =>
          refusal(other.client.subscriptions[call]({ body: { userSubscriptionId } })),
        ),
      )
      expect(foreign).toEqual(missing)
      expect(foreign).toMatchObject({ status: 404, code: 'not_found' })
    }
    await user.client.subscriptions.cancel({ body: { userSubscriptionId: id } })
    expect(await refusal(change(user, 'pro'))).toMatchObject({ status: 400 })
  })

  it('refuses to change a plan that was bought in an app store', async () => {
    const user = await test.newUser()
    const { id } = await test.server.services.database.db
      .insertInto('user_subscriptions')
      .values({
        ...{ user_id: user.id, plan_id: 'pro', type: 'youtube', status: 'active', provider: 'apple' },
        ...{ started_at: test.clock.now(), payment_method: 'apple_iap', transaction_id: '1', original_id: '1' },
        ...{ amount_cents: 2499, currency: 'usd' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await user.client.subscriptions.user()).activePlan.id).toBe('pro')
    const begin = user.client.subscriptions.createPaymentIntent({ body: { subscriptionId: 'basic', currency: 'usd' } })
    expect(await refusal(begin)).toMatchObject({ code: 'already_subscribed' })
    const body = { userSubscriptionId: id }
    for (const call of [
      () => change(user, 'basic'),
      () => preview(user, 'basic'),
      () => user.client.subscriptions.cancel({ body }),
      () => user.client.subscriptions.resume({ body }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 409, code: 'bought_elsewhere' })
  })
})
