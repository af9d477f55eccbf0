import { type Forgery, forgeries, messageOf } from '@recaps/fake-stripe'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stripePayments } from './payments.ts'
import { bought, configFor, type FakeBench, fakeBench, newOperation, seen } from './test/benches.ts'

let bench: FakeBench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.close())

const now = new Date('2027-03-15T12:00:00Z')
const atSeconds = now.getTime() / 1000

function read(
  event: unknown,
  { secret = 'whsec_new', at = atSeconds, forgery }: { secret?: string; at?: number; forgery?: Forgery } = {},
) {
  const { body, headers } = messageOf(
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
const told = {
  id: 'evt_1',
  type: 'customer.subscription.updated',
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  chargeId: null,
}

describe('an event', () => {
  it('is believed when it is signed, with the new secret or the old one', () => {
    expect(read(event(subscription))).toEqual(told)
    expect(read(event(subscription), { secret: 'whsec_old' })).toEqual(told)
    expect(read(event(subscription), { secret: 'whsec_gone' })).toBeNull()
  })

  it.each(forgeries)('is not believed when it is forged: %s', forgery => {
    expect(forgeries).toHaveLength(9)
    expect(read(event(subscription), { forgery })).toBeNull()
  })

  it('is good for five minutes, on either side of now', () => {
    for (const seconds of [-300, 0, 300]) expect(read(event(subscription), { at: atSeconds + seconds })).toEqual(told)
    for (const seconds of [-301, 301, 86_400]) expect(read(event(subscription), { at: atSeconds + seconds })).toBeNull()
  })

  it('is not believed for a second time that stands beside the one signed for', () => {
    const body = JSON.stringify(event(subscription))
    const late = messageOf(body, 'whsec_new', atSeconds + 9_999).headers['stripe-signature']!
    for (const signature of [`${late},t=${atSeconds}`, `t=${atSeconds},${late}`])
      expect(bench.payments.readEvent(Buffer.from(body), signature, now)).toBeNull()
  })

  it('is refused from the other mode', () => {
    expect(read(event(subscription, { livemode: true }))).toBeNull()
    const config = { ...configFor(bench.fake), secretKey: ['sk', 'live', '1'].join('_') }
    const live = stripePayments(config, { now: () => now })
    const { body, headers } = messageOf(JSON.stringify(event(subscription)), 'whsec_new', atSeconds)
    expect(live.readEvent(Buffer.from(body), headers['stripe-signature'], now)).toBeNull()
    expect([live.setup.isTest, bench.payments.setup.isTest]).toEqual([false, true])
  })

  it.each([
    ['more than a mebibyte', event({ ...subscription, metadata: { text: 'x'.repeat(1024 * 1024) } })],
    ['no JSON', 'hello'],
    ['no event', '[]'],
    ['no object', { ...event(subscription), data: {} }],
    ['another kind of event', { object: 'v2.core.event', id: 'evt_1', type: 'v1.billing.meter', livemode: false }],
    ['ids that are none', event({ ...subscription, id: 7 })],
  ])('tells nothing by what is signed but %s', (_, body) => {
    expect(read(body)).toBeNull()
  })

  it('of a kind that nobody knows yet is told all the same', () => {
    expect(read(event({ id: 'xy_1', object: 'planet' }, { type: 'planet.hit' }))).toEqual({
      ...{ id: 'evt_1', type: 'planet.hit' },
      ...{ subscriptionId: null, customerId: null, chargeId: null },
    })
  })

  it('says what it is about, whatever it is about', async () => {
    const id = await bought(bench)
    const { customerId, movements } = await seen(bench, id)
    const charge = movements[0]!.id
    await bench.payments.upgrade(newOperation(), id, 'pro')
    await bench.stripe.refunds.create({ charge, amount: 5 })
    bench.fake.closeDispute(bench.fake.dispute(movements[0]!.id).id, 'won')
    await bench.stripe.customers.del(customerId)
    const seenEvents = bench.fake.events()
    expect(seenEvents.length).toBeGreaterThan(20)
    for (const one of seenEvents) {
      const about = read(one)!
      const kind = one.type.split('.').slice(0, -1).join('.')
      expect(about).toMatchObject({ id: one.id, type: one.type })
      if (/^(customer\.subscription|invoice)$/.test(kind))
        expect([one.type, about.subscriptionId]).toEqual([one.type, id])
      if (/^(customer|customer\.subscription|invoice|payment_intent|charge)$/.test(kind))
        expect([one.type, about.customerId]).toEqual([one.type, customerId])
      if (/^(charge\.dispute|refund|charge)$/.test(kind))
        expect([one.type, about.chargeId]).toEqual([one.type, expect.stringMatching(/^ch_/)])
    }
    expect(await bench.payments.customerOf(charge)).toBe(customerId)
  })

  it('is signed as the SDK of Stripe signs', () => {
    const payload = JSON.stringify(event(subscription))
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_old', timestamp: atSeconds })
    expect(bench.payments.readEvent(Buffer.from(payload), header, now)).toEqual(told)
  })
})

describe('what could not be delivered', () => {
  const undelivered = async (since: Date, signal?: AbortSignal) =>
    Array.fromAsync(bench.payments.undelivered(since, signal), ({ id }) => id)

  it('is found, page after page, with nothing that did arrive and nothing that is not listened to', async () => {
    bench.fake.webhooks.register({ url: 'http://127.0.0.1:9/nobody', secret: 'whsec_new' })
    for (let count = 0; count < 40; count++) await bought(bench)
    await bench.fake.webhooks.settled()
    const ids = await undelivered(new Date(now.getTime() - 1_000))
    const all = bench.fake.events()
    const wanted = all.filter(({ type }) =>
      /^(customer\.subscription\.|invoice\.paid|payment_intent\.succeeded)/.test(type),
    )
    expect(wanted.length).toBeGreaterThan(100)
    expect(ids.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
    expect(await undelivered(new Date(now.getTime() + 60_000))).toEqual([])
  })

  it('is looked for no longer than wished, and not where nobody answers', async () => {
    bench.fake.webhooks.register({ url: 'http://127.0.0.1:9/nobody', secret: 'whsec_new' })
    await bought(bench)
    await expect(undelivered(now, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    bench.fake.fault({ kind: 'cut', when: 'before' })
    await expect(undelivered(now)).rejects.toMatchObject({ code: 'payment_unavailable' })
  })
})
