import { afterEach, describe, expect, it } from 'vitest'
import { openFake } from './fixtures/shop.ts'
import { type FakeGooglePlay, type FakeGooglePlayConfig, sumLedger } from './index.ts'

/**
 * The lifecycle of purchases and its notifications, written by hand from
 * https://developer.android.com/google/play/billing/lifecycle/subscriptions and …/rtdn-reference. Never adjust these
 * expectations to the fake.
 */
let fake: FakeGooglePlay
afterEach(() => fake?.close())

async function buyAcknowledged(config?: FakeGooglePlayConfig): Promise<string> {
  fake = await openFake(config)
  const token = fake.buy('ada', 'small')
  fake.state.purchases.get(token)!.isAcknowledged = true
  return token
}

const published = () => fake.state.published.map(({ type, at }) => `${new Date(at).toISOString().slice(0, 10)} ${type}`)
const movements = () => fake.ledger.map(({ kind, cents, at }) => `${at.toISOString().slice(0, 10)} ${kind} ${cents}`)

describe('purchase lifecycle', () => {
  it('a purchase is renewed and charged each month', async () => {
    await buyAcknowledged()
    await fake.advance({ days: 62 })
    expect(published()).toEqual(['2027-03-15 PURCHASED', '2027-04-15 RENEWED', '2027-05-15 RENEWED'])
    expect(movements()).toEqual(['2027-03-15 charge 500', '2027-04-15 charge 500', '2027-05-15 charge 500'])
  })

  it('a purchase on the last day of a month renews on the last day of each month', async () => {
    await buyAcknowledged({ clock: { now: () => new Date('2027-01-31T08:00:00Z') } })
    await fake.advance({ days: 95 })
    expect(movements().map(line => line.slice(0, 10))).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('a declined renewal goes through grace and hold and then expires', async () => {
    const token = await buyAcknowledged()
    fake.fail(token)
    await fake.advance({ days: 100 })
    expect(published()).toEqual([
      '2027-03-15 PURCHASED',
      '2027-04-15 IN_GRACE_PERIOD',
      '2027-04-22 ON_HOLD',
      '2027-06-14 CANCELED',
      '2027-06-14 EXPIRED',
    ])
    expect(movements()).toEqual(['2027-03-15 charge 500'])
  })

  it('a payment in grace keeps the renewal day, and one on hold changes it', async () => {
    const token = await buyAcknowledged()
    fake.fail(token)
    await fake.advance({ days: 34 })
    fake.recover(token)
    fake.fail(token)
    await fake.advance({ days: 40 })
    fake.recover(token)
    await fake.advance({ days: 31 })
    expect(published()).toEqual([
      '2027-03-15 PURCHASED',
      '2027-04-15 IN_GRACE_PERIOD',
      '2027-04-18 RENEWED',
      '2027-05-15 IN_GRACE_PERIOD',
      '2027-05-22 ON_HOLD',
      '2027-05-28 RECOVERED',
      '2027-06-28 RENEWED',
    ])
  })

  it('a declined renewal is put on hold at once if graceDays is 0', async () => {
    const token = await buyAcknowledged({ dunning: { graceDays: 0 } })
    fake.fail(token)
    await fake.advance({ days: 32 })
    expect(published()).toEqual(['2027-03-15 PURCHASED', '2027-04-15 ON_HOLD'])
  })

  it('a purchase can be canceled, restarted, paused, resumed and canceled again', async () => {
    const token = await buyAcknowledged()
    fake.cancel(token)
    fake.undo(token)
    fake.pause(token, 30)
    await fake.advance({ days: 62 })
    fake.cancel(token)
    await fake.advance({ days: 31 })
    expect(published()).toEqual([
      '2027-03-15 PURCHASED',
      '2027-03-15 CANCELED',
      '2027-03-15 RESTARTED',
      '2027-03-15 PAUSE_SCHEDULE_CHANGED',
      '2027-04-15 PAUSED',
      '2027-05-15 RECOVERED',
      '2027-05-16 CANCELED',
      '2027-06-15 EXPIRED',
    ])
  })

  it('a purchase that is not acknowledged is revoked and refunded', async () => {
    fake = await openFake()
    fake.buy('ada', 'small')
    await fake.advance({ days: 4 })
    expect(published()).toEqual(['2027-03-15 PURCHASED', '2027-03-18 REVOKED', '2027-03-18 VOIDED'])
    expect(sumLedger(fake.ledger)).toBe(0)
  })

  it('an upgrade replaces the purchase and charges the difference', async () => {
    const token = await buyAcknowledged()
    const next = fake.changePlan(token, 'large')
    expect(published().slice(1)).toEqual(['2027-03-15 EXPIRED', '2027-03-15 PURCHASED'])
    expect(movements()).toEqual(['2027-03-15 charge 500', '2027-03-15 charge 1000'])
    expect(fake.state.purchases.get(next)).toMatchObject({ linkedToken: token, isAcknowledged: false })
  })

  it('a deferred downgrade charges the lower price from the next period on', async () => {
    fake = await openFake()
    const next = fake.changePlan(fake.buy('ada', 'large'), 'small', 'deferred')
    fake.state.purchases.get(next)!.isAcknowledged = true
    await fake.advance({ days: 31 })
    expect(movements()).toEqual(['2027-03-15 charge 1500', '2027-04-15 charge 500'])
    expect(new Set(fake.ledger.map(({ orderId }) => orderId.slice(0, 24))).size).toBe(2)
  })

  it('an order is refunded only once', async () => {
    const token = await buyAcknowledged()
    fake.refund(token)
    fake.refund(token)
    fake.revoke(token)
    expect(published().slice(1)).toEqual(['2027-03-15 VOIDED', '2027-03-15 REVOKED'])
    expect(movements()).toEqual(['2027-03-15 charge 500', '2027-03-15 refund 500'])
  })
})
