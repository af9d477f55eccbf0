import { forgeries } from '@recaps/stripe-twin'
import { describe, expect, it } from 'vitest'
import { callsTo } from '../../../test/calls.ts'
import { usePaymentServer } from '../../../test/payment-server.ts'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'
import { refusal } from '../../../test/waiting.ts'
import { ordersOf, tellInEveryOrder } from './test/webhook-orders.ts'

const path = '/api/subscriptions/webhook'

describe('events of the payment provider', async () => {
  const test = await usePaymentServer({ isTold: false })
  const ask = callsTo(test.url)
  const { db } = test.server.services.database
  const known = () => db.selectFrom('payment_events').selectAll().execute()

  it.each(forgeries)('are refused without a word when they are forged: %s', async forgery => {
    const user = await test.newUser()
    await test.buy(user)
    const before = (await known()).length
    const { status, text } = await test.deliver(test.stripe.webhooks.held.at(-1)!, forgery)
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: 'The request was not understood.', code: 'invalid_request', requestId: expect.any(String) },
    ])
    expect(await known()).toHaveLength(before)
  })

  it('are refused when they are of the other mode, not JSON, empty, or beyond a mebibyte', async () => {
    const event = test.stripe.webhooks.held.at(-1)!
    expect((await test.deliver({ ...event, id: 'evt_live', livemode: true })).status).toBe(400)
    expect((await ask(path, { method: 'POST', body: '' })).status).toBe(400)
    const huge = await ask(path, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
    expect(huge.json).toMatchObject({ code: 'too_large' })
    expect(await known()).toEqual([])
  })

  it('have one effect, though they come a hundred times', async () => {
    const user = await test.newUser()
    await test.buy(user)
    const event = test.stripe.webhooks.held.at(-1)!
    const answers = await Promise.all(Array.from({ length: 100 }, () => test.deliver(event)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {"received":true}']))
    expect((await known()).filter(({ id }) => id === event.id)).toHaveLength(1)
    await test.settled()
    expect(await test.differences()).toEqual([])
  })

  it('that nobody knows are taken and do nothing', async () => {
    const event = { ...test.stripe.webhooks.held.at(-1)!, id: 'evt_odd', type: 'tea.is_ready' }
    expect((await test.deliver(event)).status).toBe(200)
  })

  it('are forgotten after 90 days', async () => {
    test.clock.advance(91 * 24 * 3600_000)
    await test.server.services.billing.housekeeping()
    expect(await known()).toEqual([])
  })
})

describe('events in any order, three times each and eight at once', async () => {
  const test = await usePaymentServer({ isTold: false })

  it.each(['bought', 'failed and recovered', 'refunded'] as const)('end in one state: %s', async scenario => {
    const { expected, outcomes } = await tellInEveryOrder(test, scenario, events => ordersOf(events).slice(0, 6))
    expect(new Set(outcomes)).toEqual(new Set([expected]))
    // What went on with the others meanwhile came in no event.
    await test.server.services.billing.reconcile()
    await test.settled()
    expect(await test.differences()).toEqual([])
  })
})

describe('where nothing is sold', async () => {
  const test = await useServer({ ports: { speech: silence } })

  it('every purchase is refused with one sentence, and events lead nowhere', async () => {
    const { client } = await test.newUser()
    const { subscriptions } = client
    const [body, id] = [{ subscriptionId: 'basic' }, { userSubscriptionId: 1 }]
    for (const call of [
      () => subscriptions.createPaymentIntent({ body: { ...body, currency: 'usd' } }),
      () => subscriptions.create({ body: { ...body, paymentMethodId: 'pm_x', isTrial: false } }),
      () => subscriptions.cancel({ body: id }),
      () => subscriptions.resume({ body: id }),
      () => subscriptions.previewChange({ body }),
      () => subscriptions.change({ body }),
      () => subscriptions.portal(),
    ])
      expect(await refusal(call())).toMatchObject({ status: 503, code: 'payments_off' })
    expect(await subscriptions.invoices()).toEqual({ data: [] })
    expect((await subscriptions.user()).payments).toEqual({
      provider: 'none',
      publishableKey: null,
      scriptUrl: null,
      isTest: false,
    })
    expect((await subscriptions.plans()).map(({ stripePriceId }) => stripePriceId)).toEqual(['', '', '', '', ''])
    expect((await callsTo(test.url)(path, { method: 'POST', body: '{}' })).status).toBe(400)
  })

  it('pages may load nothing of a payment provider', async () => {
    const { headers } = await callsTo(test.url)('/')
    expect(headers.get('content-security-policy')).not.toContain('stripe')
  })
})
