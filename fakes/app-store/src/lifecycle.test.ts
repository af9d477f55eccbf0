import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeAppStore, startFakeAppStore, sumLedger } from './index.ts'

const [basic, pro] = ['recaps_basic_monthly', 'recaps_pro_monthly']
const day = (text: string) => new Date(`${text}T12:00:00Z`)

let fake: FakeAppStore
const open = async (graceDays: number) => {
  const products = [
    { id: basic, priceCents: 499 },
    { id: pro, priceCents: 2499 },
  ]
  fake = await startFakeAppStore({ products, graceDays, clock: { now: () => day('2027-01-31') } })
}
beforeEach(() => open(16))
afterEach(() => fake.close())

let seenCount = 0
beforeEach(() => {
  seenCount = 0
})
/** Notifications since the last call, as `TYPE.SUBTYPE status`. */
function newNotifications(): string[] {
  const unseen = fake.notifications.slice(seenCount)
  seenCount = fake.notifications.length
  return unseen.map(({ type, subtype, status }) => `${[type, subtype].filter(Boolean).join('.')} ${status}`)
}

describe('the App Store fake', () => {
  it('subscriptions renew on the same day of the month, or on the last day of a shorter month', async () => {
    const id = fake.idOf(fake.buy(null, basic))
    await fake.advanceTo(day('2027-05-30'))
    const days = fake.purchase(id).transactions.map(it => new Date(it.expiresDate).toISOString().slice(0, 10))
    expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
    expect(newNotifications()).toEqual(['SUBSCRIBED.INITIAL_BUY 1', 'DID_RENEW 1', 'DID_RENEW 1', 'DID_RENEW 1'])
    expect(sumLedger(fake.ledger)).toBe(4 * 499)
  })

  it('a failed payment is retried for sixty days, the first sixteen of them in grace', async () => {
    const id = fake.idOf(fake.buy(null, basic))
    fake.fail(id)
    const table = [
      ['2027-02-27', 1, ['SUBSCRIBED.INITIAL_BUY 1']],
      ['2027-03-01', 4, ['DID_FAIL_TO_RENEW.GRACE_PERIOD 4']],
      ['2027-03-15', 4, []],
      ['2027-03-17', 3, ['GRACE_PERIOD_EXPIRED 3']],
      ['2027-04-28', 3, []],
      ['2027-04-30', 2, ['EXPIRED.BILLING_RETRY 2']],
    ] as const
    for (const [at, status, expected] of table) {
      await fake.advanceTo(day(at))
      expect([at, fake.purchase(id).status, newNotifications()]).toEqual([at, status, expected])
    }
  })

  it('a payment in grace keeps the renewal date, and a later one starts a new period', async () => {
    const [soon, late] = [fake.idOf(fake.buy(null, basic)), fake.idOf(fake.buy(null, basic))]
    for (const id of [soon, late]) fake.fail(id)
    await fake.advanceTo(day('2027-03-05'))
    fake.recover(soon)
    await fake.advanceTo(day('2027-03-20'))
    fake.recover(late)
    const ends = (id: string) => new Date(fake.purchase(id).transactions.at(-1)!.expiresDate)
    expect([ends(soon), ends(late)]).toEqual([day('2027-03-31'), day('2027-04-20')])
    expect(newNotifications().filter(it => it.startsWith('DID_RENEW'))).toEqual([
      'DID_RENEW.BILLING_RECOVERY 1',
      'DID_RENEW.BILLING_RECOVERY 1',
    ])
  })

  it('a failed payment goes straight to billing retry if graceDays is 0', async () => {
    await fake.close()
    await open(0)
    const id = fake.idOf(fake.buy(null, basic))
    fake.grace(id)
    expect([fake.purchase(id).status, newNotifications().at(-1)]).toEqual([3, 'DID_FAIL_TO_RENEW 3'])
  })

  it('plan changes, cancellations, purchases and refunds all send notifications', async () => {
    const id = fake.idOf(fake.buy(null, pro, { customer: 'ada' }))
    fake.changePlan(id, basic)
    fake.changePlan(id, pro)
    fake.cancel(id)
    fake.undo(id)
    fake.changePlan(id, basic)
    await fake.advanceTo(day('2027-03-01'))
    fake.changePlan(id, pro)
    fake.cancel(id)
    await fake.advanceTo(day('2027-05-01'))
    fake.buy(null, basic, { customer: 'ada' })
    fake.refund(id)
    expect(newNotifications()).toEqual([
      'SUBSCRIBED.INITIAL_BUY 1',
      'DID_CHANGE_RENEWAL_PREF.DOWNGRADE 1',
      'DID_CHANGE_RENEWAL_PREF 1',
      'DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED 1',
      'DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED 1',
      'DID_CHANGE_RENEWAL_PREF.DOWNGRADE 1',
      'DID_RENEW 1',
      'DID_CHANGE_RENEWAL_PREF.UPGRADE 1',
      'DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED 1',
      'EXPIRED.VOLUNTARY 2',
      'SUBSCRIBED.RESUBSCRIBE 1',
      'REFUND 5',
    ])
    expect(fake.ledger.map(({ kind, amountCents }) => `${kind} ${amountCents}`)).toEqual([
      ...['charge 2499', 'charge 499', 'charge 2499', 'charge 499', 'refund 499'],
    ])
  })
})
