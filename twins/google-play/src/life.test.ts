import { afterEach, describe, expect, it } from 'vitest'
import { openTwin } from './fixtures/shop.ts'
import { balanceOf, type GooglePlayTwin, type GooglePlayTwinConfig } from './index.ts'

/**
 * What happens and what is told of it, written down by hand from
 * https://developer.android.com/google/play/billing/lifecycle/subscriptions and …/rtdn-reference. The twin is held against this.
 */
let twin: GooglePlayTwin
afterEach(() => twin?.close())

async function bought(config?: GooglePlayTwinConfig): Promise<string> {
  twin = await openTwin(config)
  const token = twin.buy('ada', 'small')
  twin.state.purchases.get(token)!.isAcknowledged = true
  return token
}

const told = () => twin.state.told.map(({ type, at }) => `${new Date(at).toISOString().slice(0, 10)} ${type}`)
const moved = () => twin.ledger.map(({ kind, cents, at }) => `${at.toISOString().slice(0, 10)} ${kind} ${cents}`)

describe('the life of a purchase', () => {
  it('that is paid each month', async () => {
    await bought()
    await twin.advance({ days: 62 })
    expect(told()).toEqual(['2027-03-15 PURCHASED', '2027-04-15 RENEWED', '2027-05-15 RENEWED'])
    expect(moved()).toEqual(['2027-03-15 charge 500', '2027-04-15 charge 500', '2027-05-15 charge 500'])
  })

  it('that was begun on the last day of a month is renewed on the last day of each', async () => {
    await bought({ clock: { now: () => new Date('2027-01-31T08:00:00Z') } })
    await twin.advance({ days: 95 })
    expect(moved().map(line => line.slice(0, 10))).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('that cannot be paid any more', async () => {
    const token = await bought()
    twin.fail(token)
    await twin.advance({ days: 100 })
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
    twin.fail(token)
    await twin.advance({ days: 34 })
    twin.recover(token)
    twin.fail(token)
    await twin.advance({ days: 40 })
    twin.recover(token)
    await twin.advance({ days: 31 })
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
    twin.fail(token)
    await twin.advance({ days: 32 })
    expect(told()).toEqual(['2027-03-15 PURCHASED', '2027-04-15 ON_HOLD'])
  })

  it('that is ended, taken up again, rests and is ended for good', async () => {
    const token = await bought()
    twin.cancel(token)
    twin.undo(token)
    twin.pause(token, 30)
    await twin.advance({ days: 62 })
    twin.cancel(token)
    await twin.advance({ days: 31 })
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
    twin = await openTwin()
    twin.buy('ada', 'small')
    await twin.advance({ days: 4 })
    expect(told()).toEqual(['2027-03-15 PURCHASED', '2027-03-18 REVOKED', '2027-03-18 VOIDED'])
    expect(balanceOf(twin.ledger)).toBe(0)
  })

  it('that becomes another one', async () => {
    const token = await bought()
    const next = twin.changePlan(token, 'large')
    expect(told().slice(1)).toEqual(['2027-03-15 EXPIRED', '2027-03-15 PURCHASED'])
    expect(moved()).toEqual(['2027-03-15 charge 500', '2027-03-15 charge 1000'])
    expect(twin.state.purchases.get(next)).toMatchObject({ linkedToken: token, isAcknowledged: false })
  })

  it('that becomes a cheaper one with the next period', async () => {
    twin = await openTwin()
    const next = twin.changePlan(twin.buy('ada', 'large'), 'small', 'deferred')
    twin.state.purchases.get(next)!.isAcknowledged = true
    await twin.advance({ days: 31 })
    expect(moved()).toEqual(['2027-03-15 charge 1500', '2027-04-15 charge 500'])
    expect(new Set(twin.ledger.map(({ orderId }) => orderId.slice(0, 24))).size).toBe(2)
  })

  it('of which money goes back no more than once', async () => {
    const token = await bought()
    twin.refund(token)
    twin.refund(token)
    twin.revoke(token)
    expect(told().slice(1)).toEqual(['2027-03-15 VOIDED', '2027-03-15 REVOKED'])
    expect(moved()).toEqual(['2027-03-15 charge 500', '2027-03-15 refund 500'])
  })
})
