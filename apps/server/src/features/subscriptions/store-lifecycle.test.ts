import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMails } from '../../../test/mailbox.ts'
import { dayMs } from '../../../test/payment-server.ts'
import { password, type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { type StoreServer, startStoreServer, storePurchaseRequest } from '../../../test/store-server.ts'
import { refusal } from '../../../test/wait-for.ts'

const providers = ['apple', 'google'] as const

/** Expected states come from the table in security.md §2.2 and are written by hand, never copied from the fakes. */
describe.each(usualDatabases)('store subscription lifecycle $name', ({ kind, isAvailable }) => {
  if (!isAvailable) return it.skip('skips the payment tests because this database is not available', () => {})
  let test: StoreServer
  beforeAll(async () => {
    test = await startStoreServer({ database: kind })
  })
  afterAll(() => test.stop())

  const state = async (user: TestUser) => {
    const { activePlan, subscriptions } = await user.client.subscriptions.user()
    const { status, isCanceling, paymentIssue } = subscriptions[0]!
    return { plan: activePlan.id, status, isCanceling, hasIssue: paymentIssue !== null }
  }
  const activeBasic = { plan: 'basic', status: 'active', isCanceling: false, hasIssue: false }
  const subjects = async (user: TestUser, subject: RegExp, count: number) =>
    (await waitForMails(test.dataDir, user.email, subject, count)).length
  const notices = async ({ client }: TestUser) => (await client.notices.list()).data.map(({ title }) => title)
  const movements = async ({ id }: TestUser) =>
    (await test.server.services.billing.listMovements(id)).map(row => `${row.kind} ${row.amount_cents}`)
  const untilPeriodEnd = async (user: TestUser) => {
    const { currentPeriodEnd } = (await test.purchaseOf(user))!
    return Math.ceil((Date.parse(currentPeriodEnd!) - test.clock.now().getTime()) / dayMs)
  }

  describe.each(providers)('%s', provider => {
    const shop = () => test.shops[provider]

    it('renews a store subscription every month for a year, based on store messages only', async () => {
      const user = await test.newUser()
      await test.buy(user, shop())
      await test.untilSettled()
      for (let month = 1; month <= 12; month++) {
        await test.advanceDays((await untilPeriodEnd(user)) + 1)
        await test.untilSettled()
        expect(await state(user)).toEqual(activeBasic)
        expect(await movements(user)).toHaveLength(month + 1)
      }
      expect(new Set(await movements(user))).toEqual(new Set(['charge 499']))
      expect(await subjects(user, /./, 1)).toBe(1)
    })

    it('keeps a store plan during the grace period after a failed payment, notifies the user, and then ends the plan', async () => {
      const user = await test.newUser()
      const { receipt } = await test.buy(user, shop())
      shop().failPayment(receipt)
      await test.untilSettled()
      expect(await state(user)).toEqual({ ...activeBasic, hasIssue: true })
      const [mail] = await waitForMails(test.dataDir, user.email, /^Your payment failed/)
      expect(mail?.text).toMatch(provider === 'apple' ? /in the App Store/ : /in Google Play/)
      expect(mail?.text).toContain('/subscriptions')
      expect(await notices(user)).toContain('Your payment failed')
      await test.passDays(5)
      expect(await state(user)).toEqual({ ...activeBasic, hasIssue: true })
      expect(await subjects(user, /^Your Basic plan ends on/, 1)).toBe(1)
      await test.passDays(3)
      expect(await state(user)).toMatchObject({ plan: 'free', status: 'past_due' })
      expect(await subjects(user, /^Your Basic plan has ended/, 1)).toBe(1)
      shop().recover(receipt)
      await test.untilSettled()
      expect(await state(user)).toEqual(activeBasic)
      expect(await subjects(user, /payment failed/, 1)).toBe(1)
    })

    it('ends a cancelled store plan with its period, unless the cancellation is undone', async () => {
      const user = await test.newUser()
      const { receipt } = await test.buy(user, shop())
      shop().cancel(receipt)
      await test.untilSettled()
      expect(await state(user)).toEqual({ ...activeBasic, isCanceling: true })
      const { endDate, currentPeriodEnd } = (await test.purchaseOf(user))!
      expect(endDate).toBe(currentPeriodEnd)
      shop().undoCancel(receipt)
      await test.untilSettled()
      expect(await state(user)).toEqual(activeBasic)
      shop().cancel(receipt)
      await test.advanceDays((await untilPeriodEnd(user)) + 1)
      await test.untilSettled()
      expect(await state(user)).toMatchObject({ plan: 'free', status: 'canceled' })
      const [mail] = await waitForMails(test.dataDir, user.email, /^Your Basic plan has ended/)
      expect(mail?.text).toContain('It was cancelled')
      expect(
        await refusal(user.client.subscriptions.purchase({ body: storePurchaseRequest(shop(), receipt) })),
      ).toMatchObject({
        code: 'receipt_invalid',
      })
    })

    it('ends a refunded store plan and notifies the user once', async () => {
      const user = await test.newUser()
      const { receipt } = await test.buy(user, shop())
      shop().refund(receipt)
      await test.untilSettled()
      expect(await state(user)).toMatchObject({ plan: 'free', status: 'refunded' })
      expect(await movements(user)).toEqual(['charge 499', 'refund 499'])
      expect(await subjects(user, /^\$4\.99 is being refunded to you/, 1)).toBe(1)
      expect(await subjects(user, /has ended/, 0)).toBe(0)
      expect(await notices(user)).toEqual(['Refund issued'])
    })

    it('upgrades a store plan at once without reporting the old plan as lost', async () => {
      const user = await test.newUser()
      const { receipt } = await test.buy(user, shop())
      shop().upgrade(receipt, 'pro')
      await test.untilSettled()
      expect(await state(user)).toEqual({ ...activeBasic, plan: 'pro' })
      const { subscriptions } = await user.client.subscriptions.user()
      expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1)
      expect(await subjects(user, /has ended/, 0)).toBe(0)
      expect(await notices(user)).toEqual([])
    })

    it('downgrades a store plan with the next period', async () => {
      const user = await test.newUser()
      const { receipt } = await test.buy(user, shop(), 'pro')
      const lowered = shop().downgrade(receipt, 'basic')
      const claim = { body: storePurchaseRequest(shop(), lowered, 'basic') }
      expect(await user.client.subscriptions.purchase(claim)).toMatchObject({ subscriptionId: 'pro', status: 'active' })
      await test.untilSettled()
      const { nextPlan, currentPeriodEnd } = (await test.purchaseOf(user))!
      expect(nextPlan).toEqual({ subscriptionId: 'basic', at: currentPeriodEnd })
      expect(await state(user)).toEqual({ ...activeBasic, plan: 'pro' })
      await test.advanceDays((await untilPeriodEnd(user)) + 1)
      await test.untilSettled()
      expect(await state(user)).toEqual(activeBasic)
      expect(await subjects(user, /has ended/, 0)).toBe(0)
    })

    it('reconciles a store purchase whose messages were lost', async () => {
      const user = await test.newUser()
      const { receipt } = await test.buy(user, shop())
      test[provider].webhooks.setDelivery({ kind: 'held' })
      shop().cancel(receipt)
      const lift = shop().fault({ kind: 'error', when: 'before' })
      await test.server.services.billing.reconcile()
      expect(await test.purchaseOf(user)).toMatchObject({ isCanceling: false })
      lift()
      await test.server.services.billing.reconcile()
      expect(await test.purchaseOf(user)).toMatchObject({ isCanceling: true })
      test[provider].webhooks.setDelivery({ kind: 'normal' })
    })

    it('records charges of a store plan after its account is deleted, mails how to end it, and never reactivates the purchase', async () => {
      const user = await test.newUser()
      const { receipt } = await test.buy(user, shop())
      await test.untilSettled()
      await user.client.account.delete({ body: { password } })
      const [mail] = await waitForMails(test.dataDir, user.email, /was deleted/)
      expect(mail?.text).toContain(provider === 'apple' ? 'apps.apple.com/account' : 'play.google.com/store/account')
      const row = () =>
        test.server.services.database.db
          .selectFrom('user_subscriptions')
          .selectAll()
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow()
      expect(await row()).toMatchObject({ status: 'canceled' })
      await test.advanceDays(40)
      await test.untilSettled()
      shop().cancel(receipt)
      await test.untilSettled()
      expect(await row()).toMatchObject({ status: 'canceled' })
      // Charges after the deletion of the account are recorded, too.
      expect(await movements(user)).toEqual(['charge 499', 'charge 499'])
      await test.server.services.housekeeping()
      const keptMovements = await test.server.services.database.db
        .selectFrom('payment_movements')
        .selectAll()
        .where('provider', '=', provider)
        .where('user_id', 'is', null)
        .execute()
      expect(keptMovements.length).toBeGreaterThanOrEqual(2)
    })
  })

  it('does not mention a store in the deletion mail of an account without store purchases', async () => {
    const user = await test.newConfirmedUser()
    await user.client.account.delete({ body: { password } })
    const [mail] = await waitForMails(test.dataDir, user.email, /was deleted/)
    expect(mail?.text).not.toContain('Store')
  })

  it('moves an expired App Store plan to another account that resubscribes on the same phone', async () => {
    const [first, second] = [await test.newUser(), await test.newUser()]
    const buyWithPhone = async (user: TestUser) => {
      const token = await test.tokenOf(user)
      return test.apple.buy(token, 'recaps_basic_monthly', { customer: 'one phone' })
    }
    const receipt = await buyWithPhone(first)
    await first.client.subscriptions.purchase({ body: storePurchaseRequest(test.shops.apple, receipt) })
    test.apple.expire(receipt)
    await test.untilSettled()
    expect(await state(first)).toMatchObject({ plan: 'free', status: 'canceled' })
    const again = await buyWithPhone(second)
    expect(test.apple.idOf(again)).toBe(test.apple.idOf(receipt))
    await test.untilSettled()
    expect(await state(second)).toEqual(activeBasic)
    expect(await state(first)).toMatchObject({ plan: 'free', status: 'canceled' })
    expect(
      await refusal(first.client.subscriptions.purchase({ body: storePurchaseRequest(test.shops.apple, again) })),
    ).toMatchObject({ code: 'receipt_invalid' })
  })

  it.each([
    ['is refunded', async () => {}],
    ['belongs to a deleted account', ({ client }: TestUser) => client.account.delete({ body: { password } })],
  ])('ends an App Store plan of one account when a later purchase on the same phone %s', async (how, act) => {
    const [first, second] = [await test.newUser(), await test.newUser()]
    const buyWithPhone = async (user: TestUser) =>
      test.apple.buy(await test.tokenOf(user), 'recaps_basic_monthly', { customer: `the phone of ${first.id}` })
    const receipt = await buyWithPhone(first)
    await first.client.subscriptions.purchase({ body: storePurchaseRequest(test.shops.apple, receipt) })
    const { webhooks } = test.apple
    webhooks.setDelivery({ kind: 'held' })
    const before = webhooks.held.length
    test.apple.expire(receipt)
    const again = await buyWithPhone(second)
    expect(test.apple.idOf(again)).toBe(test.apple.idOf(receipt))
    if (how === 'is refunded') test.apple.refund(again)
    await act(second)
    // Deliver only the last message: the others are late.
    await webhooks.deliver(webhooks.held.slice(before).slice(-1))
    webhooks.setDelivery({ kind: 'normal' })
    await test.untilSettled()
    expect(await state(first)).toMatchObject({ plan: 'free', status: 'canceled' })
  })

  it('suspends a paused Google Play plan and restores it after the pause', async () => {
    const user = await test.newUser()
    const { receipt } = await test.buy(user, test.shops.google)
    test.google.pause(receipt, 30)
    await test.untilSettled()
    await test.advanceDays((await untilPeriodEnd(user)) + 1)
    await test.untilSettled()
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'paused' })
    await test.advanceDays(31)
    await test.untilSettled()
    expect(await state(user)).toEqual(activeBasic)
  })

  it('upgrades a Google Play plan only when the cash payment for it arrives', async () => {
    const user = await test.newUser()
    const { receipt } = await test.buy(user, test.shops.google)
    const next = test.google.changePlan(receipt, 'recaps_pro_monthly', 'pending')
    const claim = { body: storePurchaseRequest(test.shops.google, next, 'pro') }
    expect(await refusal(user.client.subscriptions.purchase(claim))).toMatchObject({ code: 'payment_pending' })
    await test.untilSettled()
    expect(await state(user)).toEqual(activeBasic)
    test.google.pay(next)
    await test.untilSettled()
    expect(await state(user)).toEqual({ ...activeBasic, plan: 'pro' })
    expect(await notices(user)).toEqual([])
  })

  it('upgrades a Google Play plan even while the store still reports the previous one as running', async () => {
    const user = await test.newUser()
    const { receipt } = await test.buy(user, test.shops.google)
    test.google.webhooks.setDelivery({ kind: 'held' })
    const before = { ...test.google.state.purchases.get(receipt)! }
    const { state: current, expiresAt, willRenew, canceledBy, canceledAt } = before
    const next = test.google.changePlan(receipt, 'recaps_pro_monthly')
    const outdated = { state: current, expiresAt, willRenew, canceledBy, canceledAt }
    Object.assign(test.google.state.purchases.get(receipt)!, outdated)
    await test.google.webhooks.deliver(test.google.webhooks.held.slice(-2), { copies: 2 })
    await test.untilSettled()
    expect(await state(user)).toEqual({ ...activeBasic, plan: 'pro' })
    const { subscriptions } = await user.client.subscriptions.user()
    expect(subscriptions.map(({ status }) => status)).toEqual(['active', 'canceled'])
    expect(test.google.state.purchases.get(next)?.isAcknowledged).toBe(true)
    test.google.webhooks.setDelivery({ kind: 'normal' })
  })

  it('restores an expired Google Play plan when its user resubscribes in the store', async () => {
    const user = await test.newUser()
    const { receipt } = await test.buy(user, test.shops.google)
    test.google.expire(receipt)
    await test.untilSettled()
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'canceled' })
    test.google.resubscribe(receipt)
    await test.untilSettled()
    expect(await state(user)).toEqual(activeBasic)
  })
})
