import { createMessage, forgeries } from '@recaps/fake-stripe'
import { describe, expect, it } from 'vitest'
import { createApiCaller } from '../../../test/calls.ts'
import { waitForMails } from '../../../test/mailbox.ts'
import { signingSecret, usePaymentServer } from '../../../test/payment-server.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { statusWithoutReading } from '../../../test/unread-body.ts'
import { refusal } from '../../../test/wait-for.ts'
import { webhookOrderSuite } from './test/webhook-order-suite.ts'

const path = '/api/subscriptions/webhook'

describe('Stripe webhook', async () => {
  const test = await usePaymentServer({ deliversWebhooks: false })
  const ask = createApiCaller(test.url)
  const { db } = test.server.services.database
  const storedEvents = () => db.selectFrom('payment_events').selectAll().execute()

  it.each(forgeries)('rejects forged Stripe events without details: %s [spec 3.15] [threat 13]', async forgery => {
    const user = await test.newUser()
    await test.buy(user)
    const before = (await storedEvents()).length
    const { status, text } = await test.deliver(test.stripe.webhooks.held.at(-1)!, forgery)
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: 'We couldn’t understand this request.', code: 'invalid_request', requestId: expect.any(String) },
    ])
    expect(await storedEvents()).toHaveLength(before)
  })

  it('rejects Stripe events that are from live mode, empty or larger than a mebibyte', async () => {
    const event = test.stripe.webhooks.held.at(-1)!
    expect((await test.deliver({ ...event, id: 'evt_live', livemode: true })).status).toBe(400)
    expect((await ask(path, { method: 'POST', body: '' })).status).toBe(400)
    const huge = await ask(path, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
    expect(huge.json).toMatchObject({ code: 'too_large' })
    expect(await storedEvents()).toEqual([])
  })

  it('accepts event signatures within five minutes and rejects older and future ones', async () => {
    const user = await test.newUser()
    await test.buy(user)
    const event = test.stripe.webhooks.held.at(-1)!
    const signedAt = async (seconds: number, id: string) => {
      const at = Math.floor(test.clock.now().getTime() / 1000) + seconds
      return (await test.deliver({ ...event, id }, undefined, at)).status
    }
    expect([await signedAt(-295, 'evt_old'), await signedAt(295, 'evt_early')]).toEqual([200, 200])
    expect([await signedAt(-306, 'evt_stale'), await signedAt(306, 'evt_future')]).toEqual([400, 400])
  })

  it.each(['at once', 'in sequence'])(
    'applies an event once when it arrives a hundred times %s [threat 13]',
    async how => {
      const user = await test.newUser()
      await test.buy(user)
      const syncs = async () =>
        (await db.selectFrom('user_subscriptions').select('looks_begun').where('user_id', '=', user.id).execute())[0]
      const before = (await syncs())!.looks_begun
      const event = test.stripe.webhooks.held.at(-1)!
      const answers: { status: number; text: string }[] = []
      // Stripe delivers again what a busy server rejected.
      const deliver = async () => {
        let answer = await test.deliver(event)
        while (answer.status === 503) answer = await test.deliver(event)
        answers.push(answer)
      }
      if (how === 'at once') await Promise.all(Array.from({ length: 100 }, deliver))
      else for (let n = 0; n < 100; n++) await deliver()
      expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(Array(100).fill('200 {"received":true}'))
      expect((await storedEvents()).filter(({ id }) => id === event.id)).toHaveLength(1)
      await test.untilSettled()
      expect(Number((await syncs())!.looks_begun)).toBe(Number(before) + 1)
      expect(await waitForMails(test.dataDir, user.email, /^Receipt/)).toHaveLength(1)
      expect(await test.findLedgerDifferences()).toEqual([])
    },
  )

  /** Uses up the network's limit except for `left` messages. */
  const leaveTo = async (network: string, left: number) => {
    for (let n = 1_200; n > left; n--) await test.server.services.limits.take('hook', network)
  }
  const signed = (id: string) =>
    createMessage(
      JSON.stringify({ ...test.stripe.webhooks.held.at(-1)!, id }),
      signingSecret,
      Math.floor(test.clock.now().getTime() / 1000),
    )

  it.each(['webhook', 'apple', 'google'])(
    'rejects webhook calls unread when their network sent too many: %s',
    async hook => {
      const network = `10.98.${hook.length}`
      await leaveTo(`${network}.0/24`, 1)
      const from = { 'X-Forwarded-For': `${network}.7` }
      const at = `/api/subscriptions/${hook}`
      expect((await ask(at, { method: 'POST', body: '{}', headers: from })).status).toBe(400)
      const signal = AbortSignal.timeout(5_000)
      expect(await statusWithoutReading(test.url + at, { headers: from, signal })).toBe(429)
    },
  )

  it('never limits a network that sends signed events, even while other networks exceed the limit [threat 36]', async () => {
    const user = await test.newUser()
    await test.buy(user)
    await leaveTo('10.99.98.0/24', 0)
    await leaveTo('10.99.99.0/24', 1)
    const deliver = async (id: string, from: string) => {
      const { body, headers } = signed(id)
      return (await ask(path, { method: 'POST', body, headers: { ...headers, 'X-Forwarded-For': from } })).status
    }
    for (const id of ['evt_one', 'evt_two', 'evt_two', 'evt_three']) expect(await deliver(id, '10.99.99.7')).toBe(200)
    expect(await deliver('evt_four', '10.99.98.7')).toBe(429)
  })

  it('accepts and ignores events of unknown types', async () => {
    const event = { ...test.stripe.webhooks.held.at(-1)!, id: 'evt_odd', type: 'tea.is_ready' }
    expect((await test.deliver(event)).status).toBe(200)
  })

  it('deletes stored events after 90 days', async () => {
    test.clock.advance(91 * 24 * 3600_000)
    await test.server.services.billing.housekeeping()
    expect(await storedEvents()).toEqual([])
  })
})

// The long tests cover all scenarios, in many more orders and on both databases.
webhookOrderSuite(databases[0]!, { scenarios: ['refunded'], orders: () => 3, runs: 1 })

describe('without a payment provider', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })

  it('refuses all purchase calls and events when no payment provider is set up', async () => {
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
    expect((await createApiCaller(test.url)(path, { method: 'POST', body: '{}' })).status).toBe(400)
  })

  it('allows pages to load nothing from a payment provider when none is set up', async () => {
    const { headers } = await createApiCaller(test.url)('/')
    expect(headers.get('content-security-policy')).not.toContain('stripe')
  })
})
