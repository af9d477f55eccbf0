import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMails } from '../../../test/mailbox.ts'
import { type PaymentServer, startPaymentServer } from '../../../test/payment-server.ts'
import { type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { refusal } from '../../../test/wait-for.ts'

/**
 * Expected states come from the table in security.md §2.2 and are written by hand, never copied from the fake. A month is
 * always a billing period of the purchase, regardless of its number of days.
 */
describe.each(usualDatabases)('Stripe subscription lifecycle $name', ({ kind, isAvailable }) => {
  if (!isAvailable) return it.skip('skips the payment tests because this database is not available', () => {})
  let test: PaymentServer
  beforeAll(async () => {
    test = await startPaymentServer({ database: kind })
  })
  afterAll(() => test.stop())

  const state = async (user: TestUser) => {
    const { activePlan, subscriptions } = await user.client.subscriptions.user()
    const { status, isCanceling, paymentIssue } = subscriptions[0]!
    return { plan: activePlan.id, status, isCanceling, hasIssue: paymentIssue !== null }
  }
  const subjects = async (user: TestUser, subject: RegExp, count: number) =>
    (await waitForMails(test.dataDir, user.email, subject, count)).length
  const cardOf = async (user: TestUser) => {
    const { stripeSubscriptionId } = (await test.purchaseOf(user))!
    const { default_payment_method } = test.stripe.state.subscriptions.get(stripeSubscriptionId!)!
    return String(default_payment_method)
  }
  const failNext = async (user: TestUser) => {
    test.stripe.replaceCard(await cardOf(user), 'pm_card_chargeCustomerFail')
    await test.passDaysUntil((await test.purchaseOf(user))!.currentPeriodEnd, 1)
  }
  const newestCharge = async (user: TestUser) => {
    const rows = await test.server.services.billing.listMovements(user.id)
    return rows.findLast(({ kind }) => kind === 'charge')!.id
  }
  const activeBasic = { plan: 'basic', status: 'active', isCanceling: false, hasIssue: false }

  it('renews a subscription every month and sends a receipt each time', async () => {
    const user = await test.newUser()
    await test.buy(user)
    const [receipt] = await waitForMails(test.dataDir, user.email, /^Receipt/)
    const day = String.raw`\w+ \d+, \d{4}`
    for (const line of [
      'For: Recaps, the Basic plan',
      `Period: ${day} to ${day}`,
      String.raw`Amount: \$4\.99`,
      `Paid on: ${day}`,
      String.raw`Invoice: \S+-0001`,
      String.raw`Sold by: Recaps, \S+@\S+`,
      `Next payment: ${String.raw`\$4\.99`} on ${day}, unless you cancel before then`,
    ])
      expect(receipt!.text).toMatch(new RegExp(`^${line}$`, 'm'))
    for (let month = 1; month <= 3; month++) {
      await test.passDaysUntil((await test.purchaseOf(user))!.currentPeriodEnd, 1)
      expect(await state(user)).toEqual(activeBasic)
      expect(await subjects(user, /^Receipt: \$4\.99/, month + 1)).toBe(month + 1)
    }
  })

  it('keeps the plan during the grace period after a failed card payment, notifies the user, and then ends the plan', async () => {
    const user = await test.newUser()
    await test.buy(user)
    await failNext(user)
    expect(await state(user)).toEqual({ ...activeBasic, hasIssue: true })
    expect(await subjects(user, /^Your payment failed/, 1)).toBe(1)
    const { graceEndsAt } = (await test.purchaseOf(user))!.paymentIssue!
    await test.passDaysUntil(graceEndsAt, -2)
    expect(await state(user)).toEqual({ ...activeBasic, hasIssue: true })
    expect(await subjects(user, /^Your Basic plan ends on/, 1)).toBe(1)
    await test.passDaysUntil(graceEndsAt, 1)
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'past_due' })
    const [lost] = await waitForMails(test.dataDir, user.email, /^Your Basic plan has ended/, 1)
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Europe/Rome' })
    expect(lost!.text).toContain(`until ${day.format(new Date(graceEndsAt))}`)
    // Stripe cancels after its last attempt, without another notification.
    await test.passDays(10)
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'canceled' })
    expect(await subjects(user, /has ended/, 1)).toBe(1)
    expect(await subjects(user, /payment failed/, 1)).toBe(1)
    // The user can buy a plan again.
    expect(await test.buy(user, 'premium')).toMatchObject({ status: 'active' })
  })

  it('ends the plan exactly when its grace period ends, even before the scheduler saves that', async () => {
    const user = await test.newUser()
    await test.buy(user)
    await failNext(user)
    const { graceEndsAt } = (await test.purchaseOf(user))!.paymentIssue!
    test.clock.advance(new Date(graceEndsAt).getTime() - test.clock.now().getTime() - 5_000)
    expect(await state(user)).toMatchObject({ plan: 'basic', status: 'active' })
    test.clock.advance(6_000)
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'past_due' })
  })

  it('restores a failing plan when another card pays', async () => {
    const user = await test.newUser()
    await test.buy(user)
    await failNext(user)
    expect((await state(user)).hasIssue).toBe(true)
    test.stripe.replaceCard(await cardOf(user), 'pm_card_visa')
    await test.passDays(4)
    expect(await state(user)).toEqual(activeBasic)
    expect(await subjects(user, /^Receipt/, 2)).toBe(2)
  })

  it('ends an unpaid plan at once when the user cancels it, and stops charging for it', async () => {
    const user = await test.newUser()
    const { id } = await test.buy(user)
    await failNext(user)
    const card = await cardOf(user)
    const charges = () => test.stripe.ledger.length
    const before = charges()
    const ended = await user.client.subscriptions.cancel({ body: { userSubscriptionId: id } })
    expect(ended).toMatchObject({ status: 'canceled', isCanceling: false })
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'canceled' })
    test.stripe.replaceCard(card, 'pm_card_visa')
    await test.passDays(14)
    expect(charges()).toBe(before)
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'canceled' })
    expect(await subjects(user, /has ended/, 1)).toBe(1)
  })

  it('cancels a plan with its period, lets the user resume it before, and otherwise ends it', async () => {
    const user = await test.newUser()
    const { id } = await test.buy(user)
    const body = { userSubscriptionId: id }
    const cancelled = await user.client.subscriptions.cancel({ body })
    expect(cancelled).toMatchObject({ status: 'active', isCanceling: true, endDate: cancelled.currentPeriodEnd })
    expect(await user.client.subscriptions.cancel({ body })).toMatchObject({ isCanceling: true })
    expect(await user.client.subscriptions.resume({ body })).toMatchObject({ isCanceling: false, endDate: null })
    await test.passDaysUntil(cancelled.currentPeriodEnd, 1)
    expect(await state(user)).toEqual(activeBasic)
    await Promise.all(Array.from({ length: 5 }, () => user.client.subscriptions.cancel({ body })))
    const { endDate } = (await test.purchaseOf(user))!
    await test.passDaysUntil(endDate, -5)
    expect(await state(user)).toEqual({ ...activeBasic, isCanceling: true })
    await test.passDaysUntil(endDate, 1)
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'canceled' })
    expect(await subjects(user, /^Your Basic plan has ended/, 1)).toBe(1)
    for (const call of ['cancel', 'resume'] as const)
      expect(await refusal(user.client.subscriptions[call]({ body }))).toMatchObject({ code: 'nothing_to_cancel' })
  })

  it('reports a plan that the merchant ends at once as ended, not as unpaid', async () => {
    const user = await test.newUser()
    await test.buy(user)
    const { stripeSubscriptionId } = (await test.purchaseOf(user))!
    const response = await fetch(`${test.stripe.url}/v1/subscriptions/${stripeSubscriptionId}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${test.stripe.keys.secret}` },
    })
    expect(response.status).toBe(200)
    await test.untilSettled()
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'canceled' })
    const [mail] = await waitForMails(test.dataDir, user.email, /^Your Basic plan has ended/)
    expect(mail!.text).not.toMatch(/payment/i)
  })

  it('ends a plan after a full refund but not after a partial one', async () => {
    const user = await test.newUser()
    await test.buy(user)
    const charge = await newestCharge(user)
    await test.asMerchant('/v1/refunds', { charge, amount: '100' })
    await test.untilSettled()
    expect(await state(user)).toEqual(activeBasic)
    expect(await subjects(user, /^\$1\.00 is being refunded/, 1)).toBe(1)
    await test.asMerchant('/v1/refunds', { charge })
    await test.untilSettled()
    expect(await state(user)).toMatchObject({ plan: 'free', status: 'refunded' })
    expect(await subjects(user, /^\$3\.99 is being refunded/, 1)).toBe(1)
    await test.passDays(1)
    const { stripeSubscriptionId } = (await test.purchaseOf(user))!
    expect(test.stripe.state.subscriptions.get(stripeSubscriptionId!)?.status).toBe('canceled')
    expect(await state(user)).toMatchObject({ status: 'refunded' })
    expect(await user.client.subscriptions.invoices()).toMatchObject({ data: [{ status: 'refunded', refunded: 4.99 }] })
  })

  it('keeps a plan without upgrades while its payment is disputed, and ends it if the dispute is lost', async () => {
    const [winner, loser] = [await test.newUser(), await test.newUser()]
    const disputes = []
    for (const user of [winner, loser]) {
      await test.buy(user)
      disputes.push(test.stripe.dispute(await newestCharge(user)).id)
      await test.untilSettled()
      expect(await state(user)).toEqual(activeBasic)
      const change = user.client.subscriptions.change({ body: { subscriptionId: 'pro' } })
      expect(await refusal(change)).toMatchObject({ status: 409, code: 'payment_disputed' })
      expect(await test.purchaseOf(user)).toMatchObject({ isDisputed: true })
      const { data } = await user.client.notices.list()
      expect(data.filter(({ title }) => title === 'A payment is disputed')).toMatchObject([
        { kind: 'payment', path: '/subscriptions', body: expect.stringContaining('for your Basic plan') },
      ])
    }
    test.stripe.closeDispute(disputes[0]!, 'won')
    test.stripe.closeDispute(disputes[1]!, 'lost')
    await test.untilSettled()
    expect(await state(winner)).toEqual(activeBasic)
    expect(await test.purchaseOf(winner)).toMatchObject({ isDisputed: false })
    expect(await winner.client.subscriptions.change({ body: { subscriptionId: 'pro' } })).toMatchObject({
      subscription: { subscriptionId: 'pro' },
    })
    expect(await state(loser)).toMatchObject({ plan: 'free', status: 'refunded' })
  })

  it('cancels the subscription at Stripe when the account is deleted, and keeps the payment records', async () => {
    const user = await test.newUser()
    const { stripeSubscriptionId } = await test.buy(user)
    await user.client.account.delete({ body: { password: 'correct horse battery' } })
    await test.untilSettled()
    const stripeStatus = () => test.stripe.state.subscriptions.get(stripeSubscriptionId!)?.status
    await expect.poll(stripeStatus, { timeout: 30_000 }).toBe('canceled')
    await test.untilSettled()
    const { db } = test.server.services.database
    expect(await db.selectFrom('payment_movements').selectAll().where('user_id', '=', user.id).execute()).toHaveLength(
      1,
    )
    // Housekeeping erases the account; the ledger keeps its payments without the user.
    await test.passDays(31)
    await test.server.services.housekeeping()
    expect(await db.selectFrom('users').select('id').where('id', '=', user.id).execute()).toEqual([])
    expect(await test.findLedgerDifferences()).toEqual([])
  })

  it('reconciles a subscription whose events were lost', async () => {
    const user = await test.newUser()
    const { id, stripeSubscriptionId } = await test.buy(user)
    test.stripe.webhooks.setDelivery({ kind: 'held' })
    await test.asMerchant(`/v1/subscriptions/${stripeSubscriptionId}`, { cancel_at_period_end: 'true' })
    await test.server.services.billing.reconcile()
    expect(await test.purchaseOf(user)).toMatchObject({ id, isCanceling: true })
    test.stripe.webhooks.setDelivery({ kind: 'normal' })
  })

  it('keeps a payment ledger that agrees with Stripe’s to the cent [spec 3.18]', async () => {
    await test.untilSettled()
    expect(await test.findLedgerDifferences()).toEqual([])
  })

  it('keeps the plan when a sync finds the failed invoice paid but the subscription still past due', async () => {
    const user = await test.newUser()
    await test.buy(user)
    await failNext(user)
    const { stripeSubscriptionId } = (await test.purchaseOf(user))!
    const { latest_invoice } = test.stripe.state.subscriptions.get(stripeSubscriptionId!)!
    const invoice = test.stripe.state.invoices.get(String(latest_invoice))!
    const { status, next_payment_attempt } = invoice
    // A sync fetches the invoice after it was paid, but a subscription from before.
    Object.assign(invoice, { status: 'paid', next_payment_attempt: null })
    await test.server.services.billing.reconcile()
    expect(await state(user)).toEqual({ ...activeBasic, hasIssue: true })
    Object.assign(invoice, { status, next_payment_attempt })
    test.stripe.replaceCard(await cardOf(user), 'pm_card_visa')
    await test.passDays(4)
    expect(await state(user)).toEqual(activeBasic)
    expect(await subjects(user, /has ended/, 0)).toBe(0)
  })
})

describe('failed payments without retries', () => {
  it('ends the plan at once and announces no grace period if Stripe does not retry a failed payment', async () => {
    const test = await startPaymentServer({ dunning: { retryDays: [], afterwards: 'past_due' } })
    try {
      const user = await test.newUser()
      await test.buy(user)
      const { stripeSubscriptionId, currentPeriodEnd } = (await test.purchaseOf(user))!
      const { default_payment_method } = test.stripe.state.subscriptions.get(stripeSubscriptionId!)!
      test.stripe.replaceCard(String(default_payment_method), 'pm_card_chargeCustomerFail')
      await test.passDaysUntil(currentPeriodEnd, 1)
      expect((await user.client.subscriptions.user()).activePlan.id).toBe('free')
      const [lost] = await waitForMails(test.dataDir, user.email, /^Your Basic plan has ended/)
      const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Europe/Rome' })
      const now = test.clock.now()
      const days = [0, 1].map(ago => day.format(now.getTime() - ago * 24 * 3600_000))
      expect(lost!.text).toMatch(new RegExp(`until (${days.join('|')})`))
      expect(await waitForMails(test.dataDir, user.email, /^Your payment failed/, 0)).toEqual([])
      const { data: notices } = await user.client.notices.list()
      expect(notices.map(({ title }) => title)).not.toContain('Your payment failed')
    } finally {
      await test.stop()
    }
  })
})
