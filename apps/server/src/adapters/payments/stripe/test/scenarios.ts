import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PaymentRefused } from '../../../../ports/payments.ts'
import {
  type Bench,
  buySubscription,
  confirm,
  fetchWithStatus,
  newOperation,
  setDefaultCard,
  startPurchase,
} from './benches.ts'

const refused = (reason: PaymentRefused['reason']) => expect.objectContaining({ name: 'PaymentRefused', reason })

/**
 * Contract tests of the payments port, which run with the fake and in Stripe's test mode. They use only features of both. Expected
 * statuses come from our own status table.
 */
export function paymentScenarios(open: () => Promise<Bench>, timeout: number): void {
  let bench: Bench
  beforeAll(async () => {
    bench = await open()
  }, timeout)
  afterAll(() => bench?.close(), timeout)
  const scenario = (name: string, run: () => Promise<void>) => it(name, run, timeout)

  scenario('the product and price ids of all four plans are returned', async () => {
    const prices = await bench.payments.prices()
    expect(Object.keys(prices)).toEqual(['basic', 'premium', 'pro', 'ultimate'])
    for (const { priceId, productId } of Object.values(prices))
      expect([priceId, productId]).toEqual([expect.stringMatching(/^price_/), expect.stringMatching(/./)])
  })

  scenario('a purchase is pending until paid, then active', async () => {
    const { subscriptionId, clientSecret, ephemeralKey, customerId } = await startPurchase(bench)
    expect(ephemeralKey).toMatch(/^ek_test_/)
    const pending = await fetchWithStatus(bench, subscriptionId)
    expect(pending).toMatchObject({
      status: 'pending',
      planId: 'basic',
      clientSecret,
      customerId,
      transactionId: null,
      movements: [],
    })
    expect(await bench.payments.resumePurchase(subscriptionId)).toMatchObject({
      subscriptionId,
      clientSecret,
      customerId,
    })

    const paid = await confirm(bench, clientSecret, 'pm_card_visa')
    expect(await fetchWithStatus(bench, subscriptionId)).toMatchObject({
      ...{ status: 'active', planId: 'basic', amountCents: 499, currency: 'usd', method: 'card', clientSecret: null },
      ...{
        transactionId: paid.id,
        isTrial: false,
        isCanceling: false,
        endedAt: null,
        nextPlan: null,
        isDisputed: false,
      },
      providerStatus: { state: 'active', failedSince: null, willRetry: false, isRefunded: false },
      movements: [{ id: paid.latest_charge, kind: 'charge', amountCents: 499, currency: 'usd' }],
    })
    const { startedAt, periodEnd } = await fetchWithStatus(bench, subscriptionId)
    const days = (periodEnd.getTime() - startedAt.getTime()) / (24 * 3600_000)
    expect(days).toBeGreaterThanOrEqual(28)
    expect(days).toBeLessThanOrEqual(31)
    expect(await bench.payments.resumePurchase(subscriptionId)).toBeNull()
  })

  scenario('a purchase stays pending if the card is declined or the bank requires authentication', async () => {
    const { subscriptionId, clientSecret } = await startPurchase(bench)
    await expect(confirm(bench, clientSecret, 'pm_card_chargeDeclined')).rejects.toMatchObject({
      code: 'card_declined',
    })
    expect(await fetchWithStatus(bench, subscriptionId)).toMatchObject({
      status: 'pending',
      clientSecret,
      movements: [],
    })
    expect((await confirm(bench, clientSecret, 'pm_card_authenticationRequired')).status).toBe('requires_action')
    expect(await fetchWithStatus(bench, subscriptionId)).toMatchObject({
      status: 'pending',
      clientSecret,
      movements: [],
    })
  })

  scenario('starting a purchase again with the same operation returns the same purchase', async () => {
    const [operation, customerId] = [newOperation(), await bench.newCustomer()]
    const request = { userId: 7, customerId, planId: 'pro', currency: 'usd' } as const
    const first = await bench.payments.startPurchase(operation, request)
    expect(await bench.payments.startPurchase(operation, request)).toMatchObject({
      subscriptionId: first.subscriptionId,
      clientSecret: first.clientSecret,
    })
    expect((await bench.payments.listSubscriptions(customerId)).map(({ id }) => id)).toEqual([first.subscriptionId])
  })

  scenario('a saved card is charged at once, and only once per operation', async () => {
    const [operation, customerId] = [newOperation(), await bench.newCustomer()]
    const request = {
      userId: 7,
      customerId,
      planId: 'premium',
      currency: 'usd',
      paymentMethodId: 'pm_card_visa',
    } as const
    const { id } = await bench.payments.buyWithSavedMethod(operation, request)
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'active', planId: 'premium', amountCents: 999 })
    expect((await bench.payments.buyWithSavedMethod(operation, request)).id).toBe(id)
    expect(await bench.payments.listSubscriptions(customerId)).toEqual([{ id, isOver: false }])
    expect(await bench.payments.subscription(id)).toMatchObject({ movements: [{ amountCents: 999 }] })
  })

  scenario('a charge is refunded in full, and only once', async () => {
    const customerId = await bench.newCustomer()
    const request = {
      userId: 7,
      customerId,
      planId: 'basic',
      currency: 'usd',
      paymentMethodId: 'pm_card_visa',
    } as const
    const bought = await bench.payments.buyWithSavedMethod(newOperation(), request)
    const [charge] = bought.movements
    const operation = newOperation()
    await bench.payments.refund(operation, charge!.id)
    await bench.payments.refund(operation, charge!.id)
    await bench.payments.refund(newOperation(), charge!.id)
    expect(await bench.payments.subscription(bought.id)).toMatchObject({
      providerStatus: { isRefunded: true },
      movements: [
        { kind: 'charge', amountCents: 499 },
        { kind: 'refund', amountCents: 499 },
      ],
    })
  })

  scenario('a declined saved card leaves no open purchase', async () => {
    const customerId = await bench.newCustomer()
    const buy = (paymentMethodId: string, operation = newOperation()) =>
      bench.payments.buyWithSavedMethod(operation, {
        userId: 7,
        customerId,
        planId: 'basic',
        currency: 'usd',
        paymentMethodId,
      })
    await expect(buy('pm_card_chargeDeclined')).rejects.toEqual(refused('declined'))
    const operation = newOperation()
    await expect(buy('pm_card_chargeCustomerFail', operation)).rejects.toEqual(refused('declined'))
    await expect(buy('pm_card_chargeCustomerFail', operation)).rejects.toEqual(refused('declined'))
    await expect(buy('pm_nobody_has_this')).rejects.toEqual(refused('not_found'))
    expect((await bench.payments.listSubscriptions(customerId)).filter(({ isOver }) => !isOver)).toEqual([])
  })

  scenario('a saved card that requires authentication leaves a pending purchase', async () => {
    const customerId = await bench.newCustomer()
    const request = { userId: 7, customerId, planId: 'basic', currency: 'usd' } as const
    const pending = await bench.payments.buyWithSavedMethod(newOperation(), {
      ...request,
      paymentMethodId: 'pm_card_authenticationRequired',
    })
    expect(pending).toMatchObject({
      providerStatus: { state: 'incomplete' },
      clientSecret: expect.stringMatching(/_secret_/),
    })
    await confirm(bench, pending.clientSecret!, 'pm_card_visa')
    expect(await fetchWithStatus(bench, pending.id)).toMatchObject({ status: 'active' })
  })

  scenario('a cancellation at the period end can be reverted', async () => {
    const id = await buySubscription(bench)
    const operation = newOperation()
    const ending = await bench.payments.setCanceling(operation, id, true)
    expect(ending).toMatchObject({ isCanceling: true, endedAt: null, providerStatus: { state: 'active' } })
    expect(await bench.payments.setCanceling(operation, id, true)).toEqual(ending)
    expect(await bench.payments.setCanceling(newOperation(), id, false)).toMatchObject({ isCanceling: false })
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'active', isCanceling: false })
  })

  scenario('an immediate cancellation can be repeated without effect', async () => {
    const id = await buySubscription(bench)
    expect(await bench.payments.cancelNow(newOperation(), id)).toBe(true)
    const ended = await fetchWithStatus(bench, id)
    expect(ended).toMatchObject({ status: 'canceled', isCanceling: false, clientSecret: null })
    expect(ended.endedAt).toBeInstanceOf(Date)
    expect(await bench.payments.cancelNow(newOperation(), id)).toBe(true)
    await expect(bench.payments.setCanceling(newOperation(), id, true)).rejects.toEqual(refused('wrong_state'))
    await expect(bench.payments.upgrade(newOperation(), id, 'pro')).rejects.toEqual(refused('wrong_state'))
  })

  scenario('an upgrade charges the previewed difference once and applies at once', async () => {
    const id = await buySubscription(bench)
    const { dueNowCents } = await bench.payments.previewChange(id, 'pro')
    expect(dueNowCents).toBeGreaterThan(1_900)
    expect(dueNowCents).toBeLessThanOrEqual(2_000)
    const operation = newOperation()
    const after = await bench.payments.upgrade(operation, id, 'pro')
    expect(after).toMatchObject({ planId: 'pro', amountCents: 2499, clientSecret: null })
    const charged = after.movements.map(({ amountCents }) => amountCents)
    expect(charged).toEqual([499, expect.any(Number)])
    expect(Math.abs(charged[1]! - dueNowCents)).toBeLessThanOrEqual(1)
    expect((await bench.payments.upgrade(operation, id, 'pro')).movements).toHaveLength(2)
  })

  scenario('a declined upgrade keeps the plan and charges nothing', async () => {
    const id = await buySubscription(bench)
    await setDefaultCard(bench, id, 'pm_card_chargeCustomerFail')
    await expect(bench.payments.upgrade(newOperation(), id, 'pro')).rejects.toEqual(refused('declined'))
    expect(await fetchWithStatus(bench, id)).toMatchObject({
      status: 'active',
      planId: 'basic',
      movements: [{ amountCents: 499 }],
    })
    await setDefaultCard(bench, id, 'pm_card_visa')
    const after = await bench.payments.upgrade(newOperation(), id, 'pro')
    expect(after).toMatchObject({ planId: 'pro', movements: [{ amountCents: 499 }, {}] })
  })

  scenario('an upgrade that requires authentication applies once confirmed', async () => {
    const id = await buySubscription(bench)
    await setDefaultCard(bench, id, 'pm_card_authenticationRequired')
    const operation = newOperation()
    const pending = await bench.payments.upgrade(operation, id, 'pro')
    expect(pending).toMatchObject({ planId: 'basic', clientSecret: expect.stringMatching(/_secret_/) })
    await confirm(bench, pending.clientSecret!, 'pm_card_visa')
    expect(await fetchWithStatus(bench, id)).toMatchObject({ status: 'active', planId: 'pro', clientSecret: null })
    expect((await bench.payments.upgrade(operation, id, 'pro')).movements).toHaveLength(2)
  })

  scenario('a downgrade is scheduled for the next period and can be reverted', async () => {
    const id = await buySubscription(bench, 'pro')
    const operation = newOperation()
    const after = await bench.payments.downgrade(operation, id, 'basic')
    expect(after).toMatchObject({
      planId: 'pro',
      nextPlan: { planId: 'basic', at: after.periodEnd },
      isCanceling: false,
    })
    expect(await bench.payments.downgrade(operation, id, 'basic')).toEqual(after)
    expect(await bench.payments.downgrade(newOperation(), id, 'premium')).toMatchObject({
      nextPlan: { planId: 'premium' },
    })
    expect(await bench.payments.cancelDowngrade(newOperation(), id)).toMatchObject({ planId: 'pro', nextPlan: null })
    expect(await bench.payments.cancelDowngrade(newOperation(), id)).toMatchObject({ planId: 'pro', nextPlan: null })
  })

  scenario('canceling drops a scheduled downgrade, and a downgrade reverts a cancellation', async () => {
    const id = await buySubscription(bench, 'pro')
    await bench.payments.downgrade(newOperation(), id, 'basic')
    expect(await bench.payments.setCanceling(newOperation(), id, true)).toMatchObject({
      isCanceling: true,
      nextPlan: null,
    })
    const downgraded = await bench.payments.downgrade(newOperation(), id, 'basic')
    expect(downgraded).toMatchObject({ isCanceling: false, nextPlan: { planId: 'basic' } })
    expect(await bench.payments.upgrade(newOperation(), id, 'ultimate')).toMatchObject({
      planId: 'ultimate',
      nextPlan: null,
    })
  })

  scenario('refunds become movements, and a full refund ends the plan', async () => {
    const id = await buySubscription(bench)
    const charge = (await fetchWithStatus(bench, id)).movements[0]!.id
    const part = await bench.stripe.refunds.create({ charge, amount: 100 })
    expect(await fetchWithStatus(bench, id)).toMatchObject({
      status: 'active',
      movements: [{ id: charge }, { id: part.id, kind: 'refund', amountCents: 100 }],
    })
    const rest = await bench.stripe.refunds.create({ charge })
    const after = await fetchWithStatus(bench, id)
    expect(after).toMatchObject({ status: 'refunded', providerStatus: { isRefunded: true } })
    expect(after.movements.map(movement => movement.id).toSorted()).toEqual([charge, part.id, rest.id].toSorted())
    expect(await bench.payments.findCustomer(charge)).toBe(after.customerId)
  })

  scenario('invoices are listed newest first with plan, amount and refunds', async () => {
    const id = await buySubscription(bench)
    const { customerId } = await bench.payments.upgrade(newOperation(), id, 'pro')
    const [second, first, ...more] = await bench.payments.invoices(customerId, 12)
    expect(await bench.payments.invoice(first!.id)).toEqual(first)
    expect(await bench.payments.invoice('in_of_nobody')).toBeNull()
    expect(more).toEqual([])
    expect(first).toMatchObject({
      planId: 'basic',
      status: 'paid',
      amountCents: 499,
      refundedCents: 0,
      currency: 'usd',
    })
    expect(second).toMatchObject({
      planId: 'pro',
      status: 'paid',
      url: expect.stringMatching(/^https?:/),
      number: expect.stringMatching(/./),
    })
    expect(first!.periodEnd > first!.periodStart).toBe(true)
    const charge = (await fetchWithStatus(bench, id)).movements[0]!.id
    await bench.stripe.refunds.create({ charge, amount: 99 })
    expect((await bench.payments.invoices(customerId, 12))[1]).toMatchObject({
      status: 'partly_refunded',
      refundedCents: 99,
    })
  })

  scenario('renewals are charged, and a failed one keeps the plan while Stripe retries', async () => {
    const [good, bad] = [await buySubscription(bench), await buySubscription(bench)]
    const ending = await buySubscription(bench)
    const cheaper = await buySubscription(bench, 'pro')
    await bench.payments.setCanceling(newOperation(), ending, true)
    await bench.payments.downgrade(newOperation(), cheaper, 'basic')
    await setDefaultCard(bench, bad, 'pm_card_chargeCustomerFail')
    const { periodEnd } = await fetchWithStatus(bench, bad)
    await bench.advance(32)
    expect(await fetchWithStatus(bench, good)).toMatchObject({
      status: 'active',
      movements: [{ amountCents: 499 }, { amountCents: 499 }],
    })
    expect(await fetchWithStatus(bench, ending)).toMatchObject({
      status: 'canceled',
      movements: [{ amountCents: 499 }],
    })
    expect(await fetchWithStatus(bench, cheaper)).toMatchObject({
      planId: 'basic',
      nextPlan: null,
      movements: [{ amountCents: 2499 }, { amountCents: 499 }],
    })
    const failing = await fetchWithStatus(bench, bad)
    expect(failing).toMatchObject({
      status: 'active',
      providerStatus: { state: 'past_due', willRetry: true },
      clientSecret: expect.stringMatching(/_secret_/),
    })
    const delayMs = failing.providerStatus.failedSince!.getTime() - periodEnd.getTime()
    expect(delayMs).toBeGreaterThanOrEqual(0)
    expect(delayMs).toBeLessThan(3 * 3600_000)
    expect((await bench.payments.invoices(failing.customerId, 1))[0]).toMatchObject({ status: 'failed' })
    await confirm(bench, failing.clientSecret!, 'pm_card_visa')
    expect(await fetchWithStatus(bench, bad)).toMatchObject({
      status: 'active',
      providerStatus: { state: 'active', failedSince: null },
    })
  })

  scenario('unknown ids return null or not_found', async () => {
    for (const id of ['.', '..', '../customers', 'sub_1?expand=x', '', '\ud800', 's'.repeat(300)]) {
      expect([id, await bench.payments.subscription(id)]).toEqual([id, null])
      expect([id, await bench.payments.cancelNow(newOperation(), id)]).toEqual([id, false])
      const request = {
        userId: 7,
        customerId: 'cus_none',
        planId: 'basic',
        currency: 'usd',
        paymentMethodId: id,
      } as const
      await expect(bench.payments.buyWithSavedMethod(newOperation(), request)).rejects.toEqual(refused('not_found'))
    }
    expect(await bench.payments.subscription('sub_none')).toBeNull()
    expect(await bench.payments.resumePurchase('sub_none')).toBeNull()
    expect(await bench.payments.cancelNow(newOperation(), 'sub_none')).toBe(false)
    await expect(bench.payments.setCanceling(newOperation(), 'sub_none', true)).rejects.toEqual(refused('not_found'))
    await expect(startPurchase(bench, 'basic', 'cus_none')).rejects.toEqual(refused('not_found'))
    expect(await bench.payments.listSubscriptions(await bench.newCustomer())).toEqual([])
  })
}
