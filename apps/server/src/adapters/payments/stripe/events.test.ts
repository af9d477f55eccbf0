import { createMessage, type Forgery, forgeries } from '@recaps/fake-stripe'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stripePayments } from './payments.ts'
import { buySubscription, configFor, type FakeBench, fakeBench, fetchWithStatus, newOperation } from './test/benches.ts'

let bench: FakeBench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.close())

const now = new Date('2027-03-15T12:00:00Z')
const atSeconds = now.getTime() / 1000

function readSigned(
  event: unknown,
  { secret = 'whsec_new', at = atSeconds, forgery }: { secret?: string; at?: number; forgery?: Forgery } = {},
) {
  const { body, headers } = createMessage(
    typeof event === 'string' ? event : JSON.stringify(event, null, 2),
    secret,
    at,
    forgery,
  )
  return bench.payments.readEvent(Buffer.from(body), headers['stripe-signature'], now)
}

const event = (object: object, more: object = {}) => ({
  ...{ id: 'evt_1', object: 'event', type: 'customer.subscription.updated', livemode: false, data: { object } },
  ...more,
})
const subscription = { id: 'sub_1', object: 'subscription', customer: 'cus_1' }
const parsed = {
  id: 'evt_1',
  type: 'customer.subscription.updated',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  chargeId: null,
}

describe('Stripe webhook events', () => {
  it('an event signed with the new or the old secret is accepted', () => {
    expect(readSigned(event(subscription))).toEqual(parsed)
    expect(readSigned(event(subscription), { secret: 'whsec_old' })).toEqual(parsed)
    expect(readSigned(event(subscription), { secret: 'whsec_gone' })).toBeNull()
  })

  it.each(forgeries)('a forged event is rejected: %s', forgery => {
    expect(forgeries).toHaveLength(9)
    expect(readSigned(event(subscription), { forgery })).toBeNull()
  })

  it('an event is accepted up to five minutes before or after its signature time', () => {
    for (const seconds of [-300, 0, 300])
      expect(readSigned(event(subscription), { at: atSeconds + seconds })).toEqual(parsed)
    for (const seconds of [-301, 301, 86_400])
      expect(readSigned(event(subscription), { at: atSeconds + seconds })).toBeNull()
  })

  it('a signature header with a second timestamp is rejected', () => {
    const body = JSON.stringify(event(subscription))
    const late = createMessage(body, 'whsec_new', atSeconds + 9_999).headers['stripe-signature']!
    for (const signature of [`${late},t=${atSeconds}`, `t=${atSeconds},${late}`])
      expect(bench.payments.readEvent(Buffer.from(body), signature, now)).toBeNull()
  })

  it('live events are rejected in test mode and test events in live mode', () => {
    expect(readSigned(event(subscription, { livemode: true }))).toBeNull()
    const config = { ...configFor(bench.fake), secretKey: ['sk', 'live', '1'].join('_') }
    const live = stripePayments(config, { now: () => now })
    const { body, headers } = createMessage(JSON.stringify(event(subscription)), 'whsec_new', atSeconds)
    expect(live.readEvent(Buffer.from(body), headers['stripe-signature'], now)).toBeNull()
    expect([live.setup.isTest, bench.payments.setup.isTest]).toEqual([false, true])
  })

  it.each([
    ['a body of more than 1 MiB', event({ ...subscription, metadata: { text: 'x'.repeat(1024 * 1024) } })],
    ['invalid JSON', 'hello'],
    ['an array', '[]'],
    ['an event without an object', { ...event(subscription), data: {} }],
    ['a v2 event', { object: 'v2.core.event', id: 'evt_1', type: 'v1.billing.meter', livemode: false }],
    ['ids that are not strings', event({ ...subscription, id: 7 })],
  ])('signed content that is not a valid event is rejected: %s', (_, body) => {
    expect(readSigned(body)).toBeNull()
  })

  it('an event of an unknown type is accepted', () => {
    expect(readSigned(event({ id: 'xy_1', object: 'planet' }, { type: 'planet.hit' }))).toEqual({
      ...{ id: 'evt_1', type: 'planet.hit' },
      ...{ subscriptionId: null, customerId: null, chargeId: null },
    })
  })

  it('an event of every type is parsed to its subscription, customer and charge', async () => {
    const id = await buySubscription(bench)
    const { customerId, movements } = await fetchWithStatus(bench, id)
    const charge = movements[0]!.id
    await bench.payments.upgrade(newOperation(), id, 'pro')
    await bench.stripe.refunds.create({ charge, amount: 5 })
    bench.fake.closeDispute(bench.fake.dispute(movements[0]!.id).id, 'won')
    await bench.stripe.customers.del(customerId)
    const events = bench.fake.events()
    expect(events.length).toBeGreaterThan(20)
    for (const event of events) {
      const parsed = readSigned(event)!
      const kind = event.type.split('.').slice(0, -1).join('.')
      expect(parsed).toMatchObject({ id: event.id, type: event.type })
      if (/^(customer\.subscription|invoice)$/.test(kind))
        expect([event.type, parsed.subscriptionId]).toEqual([event.type, id])
      if (/^(customer|customer\.subscription|invoice|payment_intent|charge)$/.test(kind))
        expect([event.type, parsed.customerId]).toEqual([event.type, customerId])
      if (/^(charge\.dispute|refund|charge)$/.test(kind))
        expect([event.type, parsed.chargeId]).toEqual([event.type, expect.stringMatching(/^ch_/)])
    }
    expect(await bench.payments.findCustomer(charge)).toBe(customerId)
  })

  it('an event signed by Stripe’s SDK is accepted', () => {
    const payload = JSON.stringify(event(subscription))
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_old', timestamp: atSeconds })
    expect(bench.payments.readEvent(Buffer.from(payload), header, now)).toEqual(parsed)
  })
})

describe('undelivered Stripe events', () => {
  const undelivered = async (since: Date, signal?: AbortSignal) =>
    Array.fromAsync(bench.payments.undeliveredEvents(since, signal), ({ id }) => id)

  it('all pages of undelivered events are read, limited to subscribed types', async () => {
    bench.fake.webhooks.register({ url: 'http://127.0.0.1:9/nobody', secret: 'whsec_new' })
    for (let count = 0; count < 40; count++) await buySubscription(bench)
    await bench.fake.webhooks.settled()
    const ids = await undelivered(new Date(now.getTime() - 1_000))
    const all = bench.fake.events()
    const expected = all.filter(({ type }) =>
      /^(customer\.subscription\.|invoice\.paid|payment_intent\.succeeded)/.test(type),
    )
    expect(expected.length).toBeGreaterThan(100)
    expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    expect(await undelivered(new Date(now.getTime() + 60_000))).toEqual([])
  })

  it('reading undelivered events stops on abort and fails if Stripe is unreachable', async () => {
    bench.fake.webhooks.register({ url: 'http://127.0.0.1:9/nobody', secret: 'whsec_new' })
    await buySubscription(bench)
    await expect(undelivered(now, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    bench.fake.fault({ kind: 'cut', when: 'before' })
    await expect(undelivered(now)).rejects.toMatchObject({ code: 'payment_unavailable' })
  })
})
