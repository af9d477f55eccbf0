import { afterEach, describe, expect, it } from 'vitest'
import { openFake } from './fixtures/shop.ts'
import { balanceOf, type FakeGooglePlay, type FakeGooglePlayConfig } from './index.ts'

/**
 * What happens and what is told of it, written down by hand from
 * https://developer.android.com/google/play/billing/lifecycle/subscriptions and …/rtdn-reference. The fake is held against this.
 */
let fake: FakeGooglePlay
afterEach(() => fake?.close())

async function bought(config?: FakeGooglePlayConfig): Promise<string> {
  fake = await openFake(config)
  const token = fake.buy('ada', 'small')
  fake.state.purchases.get(token)!.isAcknowledged = true
  return token
}

const told = () => fake.state.told.map(({ type, at }) => `${new Date(at).toISOString().slice(0, 10)} ${type}`)
const moved = () => fake.ledger.map(({ kind, cents, at }) => `${at.toISOString().slice(0, 10)} ${kind} ${cents}`)

describe('the life of a purchase', () => {
  it('that is paid each month', async () => {
    await bought()
    await fake.advance({ days: 62 })
    expect(told()).toEqual(['2027-03-15 PURCHASED', '2027-04-15 RENEWED', '2027-05-15 RENEWED'])
    expect(moved()).toEqual(['2027-03-15 charge 500', '2027-04-15 charge 500', '2027-05-15 charge 500'])
  })

  it('that was begun on the last day of a month is renewed on the last day of each', async () => {
    await bought({ clock: { now: () => new Date('2027-01-31T08:00:00Z') } })
    await fake.advance({ days: 95 })
    expect(moved().map(line => line.slice(0, 10))).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('that cannot be paid any more', async () => {
    const token = await bought()
    fake.fail(token)
    await fake.advance({ days: 100 })
    expect(told()).toEqual([
      '2027-03-15 PURCHASED',
      '2027-04-15 IN_GRACE_PERIOD',
      '2027-04-22 ON_HOLD',
      '2027-06-14 CANCELED',
      '2027-06-14 EXPIRED',
    ])
    expect(moved()).toEqual(['2027-03-15 charge 500'])
  })

  it('that is paid in grace keeps its day, and out of a hold gets another', async () => {
    const token = await bought()
    fake.fail(token)
    await fake.advance({ days: 34 })
    fake.recover(token)
    fake.fail(token)
    await fake.advance({ days: 40 })
    fake.recover(token)
    await fake.advance({ days: 31 })
    expect(told()).toEqual([
      '2027-03-15 PURCHASED',
      '2027-04-15 IN_GRACE_PERIOD',
      '2027-04-18 RENEWED',
      '2027-05-15 IN_GRACE_PERIOD',
      '2027-05-22 ON_HOLD',
      '2027-05-28 RECOVERED',
      '2027-06-28 RENEWED',
    ])
  })

  it('without a grace goes on hold at once', async () => {
    const token = await bought({ dunning: { graceDays: 0 } })
    fake.fail(token)
    await fake.advance({ days: 32 })
    expect(told()).toEqual(['2027-03-15 PURCHASED', '2027-04-15 ON_HOLD'])
  })

  it('that is ended, taken up again, rests and is ended for good', async () => {
    const token = await bought()
    fake.cancel(token)
    fake.undo(token)
    fake.pause(token, 30)
    await fake.advance({ days: 62 })
    fake.cancel(token)
    await fake.advance({ days: 31 })
    expect(told()).toEqual([
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

  it('that nobody acknowledged', async () => {
    fake = await openFake()
    fake.buy('ada', 'small')
    await fake.advance({ days: 4 })
    expect(told()).toEqual(['2027-03-15 PURCHASED', '2027-03-18 REVOKED', '2027-03-18 VOIDED'])
    expect(balanceOf(fake.ledger)).toBe(0)
  })

  it('that becomes another one', async () => {
    const token = await bought()
    const next = fake.changePlan(token, 'large')
    expect(told().slice(1)).toEqual(['2027-03-15 EXPIRED', '2027-03-15 PURCHASED'])
    expect(moved()).toEqual(['2027-03-15 charge 500', '2027-03-15 charge 1000'])
    expect(fake.state.purchases.get(next)).toMatchObject({ linkedToken: token, isAcknowledged: false })
  })

  it('that becomes a cheaper one with the next period', async () => {
    fake = await openFake()
    const next = fake.changePlan(fake.buy('ada', 'large'), 'small', 'deferred')
    fake.state.purchases.get(next)!.isAcknowledged = true
    await fake.advance({ days: 31 })
    expect(moved()).toEqual(['2027-03-15 charge 1500', '2027-04-15 charge 500'])
    expect(new Set(fake.ledger.map(({ orderId }) => orderId.slice(0, 24))).size).toBe(2)
  })

  it('of which money goes back no more than once', async () => {
    const token = await bought()
    fake.refund(token)
    fake.refund(token)
    fake.revoke(token)
    expect(told().slice(1)).toEqual(['2027-03-15 VOIDED', '2027-03-15 REVOKED'])
    expect(moved()).toEqual(['2027-03-15 charge 500', '2027-03-15 refund 500'])
  })
})
