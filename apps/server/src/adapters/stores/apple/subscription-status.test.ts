import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountToken, appStoreProductId, type Bench, fakeBench, readWithStatus, startsAt } from './test/bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await fakeBench()
})
afterEach(() => bench.fake.close())

const [basic, pro] = [appStoreProductId('basic'), appStoreProductId('pro')]
const day = (text: string) => new Date(`${text}T12:00:00Z`)
const amounts = ({ movements }: { movements: { kind: string; amountCents: number }[] }) =>
  movements.map(({ kind, amountCents }) => `${kind} ${amountCents}`)

describe('App Store purchases', () => {
  it('an App Store purchase is read with all its fields', async () => {
    const receipt = bench.fake.buy(accountToken, basic)
    const id = bench.fake.idOf(receipt)
    expect(await readWithStatus(bench, receipt)).toEqual({
      ...{ id, planId: 'basic', amountCents: 499, currency: 'usd', status: 'active', transactionId: id },
      providerStatus: { state: 'active', failedSince: null, willRetry: false, isRefunded: false },
      ...{ startedAt: startsAt, periodEnd: day('2027-04-15'), endedAt: null, nextPlan: null },
      ...{ isTrial: false, isCanceling: false, accountToken, replaces: null, isAcknowledged: true },
      movements: [
        {
          ...{ id: `apple:${id}`, kind: 'charge', amountCents: 499, currency: 'usd', at: startsAt, invoiceId: null },
          ...{ periodStart: startsAt, periodEnd: day('2027-04-15') },
        },
      ],
    })
  })

  it('an App Store purchase is found by every receipt and transaction id', async () => {
    const old = bench.fake.buy(accountToken, basic)
    await bench.fake.advance({ days: 70 })
    const id = bench.fake.idOf(old)
    const byReceipt = await readWithStatus(bench, bench.fake.receiptOf(old))
    expect(byReceipt.transactionId).not.toBe(id)
    expect(await readWithStatus(bench, old)).toEqual(byReceipt)
    expect(await readWithStatus(bench, id)).toEqual(byReceipt)
    expect(await readWithStatus(bench, byReceipt.transactionId!)).toEqual(byReceipt)
    const [, second] = byReceipt.movements
    expect(await readWithStatus(bench, second!.id.replace('apple:', ''))).toEqual(byReceipt)
  })

  it('an App Store purchase renews each month of a year', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    await bench.fake.advanceTo(day('2028-03-10'))
    const after = await readWithStatus(bench, id)
    expect(after).toMatchObject({ status: 'active', id, periodEnd: day('2028-03-15'), startedAt: startsAt })
    expect(amounts(after)).toEqual(Array.from({ length: 12 }, () => 'charge 499'))
    expect(new Set(after.movements.map(it => it.id)).size).toBe(12)
  })

  it('the latest twenty payments of a long App Store subscription are read', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    await bench.fake.advance({ days: 31 * 30 })
    const after = await readWithStatus(bench, id)
    expect(after.movements).toHaveLength(20)
    expect(after.movements.at(-1)?.id).toBe(`apple:${after.transactionId}`)
  })

  it.each`
    what                                               | does                    | expected
    ${'was canceled by the user'}                      | ${['cancel']}           | ${{ status: 'active', isCanceling: true, endedAt: null }}
    ${'was canceled and resumed'}                      | ${['cancel', 'undo']}   | ${{ status: 'active', isCanceling: false }}
    ${'has expired'}                                   | ${['expire']}           | ${{ status: 'canceled', isCanceling: false, endedAt: startsAt }}
    ${'has a failed payment, within the grace period'} | ${['grace']}            | ${{ status: 'active', providerStatus: { state: 'past_due', failedSince: startsAt, willRetry: true, isRefunded: false } }}
    ${'has a failed payment, after the grace period'}  | ${['hold']}             | ${{ status: 'active', providerStatus: { state: 'past_due', failedSince: startsAt, willRetry: true, isRefunded: false } }}
    ${'recovered within the grace period'}             | ${['grace', 'recover']} | ${{ status: 'active', providerStatus: { state: 'active', failedSince: null } }}
    ${'recovered after the grace period'}              | ${['hold', 'recover']}  | ${{ status: 'active', providerStatus: { state: 'active', failedSince: null } }}
    ${'was refunded'}                                  | ${['refund']}           | ${{ status: 'refunded', endedAt: startsAt, isCanceling: false, nextPlan: null }}
    ${'is no longer shared'}                           | ${['revoke']}           | ${{ status: 'refunded', endedAt: startsAt }}
    ${'had a failed payment and was refunded'}         | ${['grace', 'refund']}  | ${{ status: 'refunded' }}
  `('an App Store purchase that $what has the expected status', async ({ does, expected }) => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    for (const control of does as ('cancel' | 'undo' | 'expire' | 'grace' | 'hold' | 'recover' | 'refund' | 'revoke')[])
      bench.fake[control](id)
    expect(await readWithStatus(bench, id)).toMatchObject({ id, planId: 'basic', ...expected })
  })

  it('an App Store purchase with a failed renewal keeps the plan for 7 days and ends after 60 days of retries', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    bench.fake.fail(id)
    const table = [
      ['2027-04-14', 'active', 'active'],
      ['2027-04-16', 'active', 'past_due'],
      ['2027-04-21', 'active', 'past_due'],
      ['2027-04-23', 'past_due', 'past_due'],
      ['2027-05-10', 'past_due', 'past_due'],
      ['2027-06-13', 'past_due', 'past_due'],
      ['2027-06-15', 'canceled', 'canceled'],
    ] as const
    for (const [at, status, state] of table) {
      await bench.fake.advanceTo(day(at))
      const purchase = await readWithStatus(bench, id)
      expect([at, purchase.status, purchase.providerStatus.state]).toEqual([at, status, state])
      if (state === 'past_due') expect(purchase.providerStatus.failedSince).toEqual(day('2027-04-15'))
    }
    expect(await readWithStatus(bench, id)).toMatchObject({
      endedAt: day('2027-04-15'),
      movements: [{ amountCents: 499 }],
    })
  })

  it('an App Store purchase that is bought again keeps its id', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic, { customer: 'ada' }))
    bench.fake.expire(id)
    await bench.fake.advance({ days: 40 })
    const again = bench.fake.buy(accountToken, pro, { customer: 'ada' })
    expect(await readWithStatus(bench, again)).toMatchObject({
      id,
      planId: 'pro',
      status: 'active',
      startedAt: day('2027-04-24'),
    })
  })

  it('an App Store upgrade applies at once, a downgrade with the next period', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    bench.fake.changePlan(id, pro)
    const upgraded = await readWithStatus(bench, id)
    expect(upgraded).toMatchObject({ id, planId: 'pro', amountCents: 2499, nextPlan: null, replaces: null })
    expect(amounts(upgraded)).toEqual(['charge 499', 'charge 2499'])
    bench.fake.changePlan(id, basic)
    expect(await readWithStatus(bench, id)).toMatchObject({
      planId: 'pro',
      nextPlan: { planId: 'basic', at: day('2027-04-15') },
    })
    bench.fake.cancel(id)
    expect(await readWithStatus(bench, id)).toMatchObject({ planId: 'pro', nextPlan: null, isCanceling: true })
    bench.fake.undo(id)
    await bench.fake.advance({ days: 32 })
    expect(await readWithStatus(bench, id)).toMatchObject({ planId: 'basic', amountCents: 499, nextPlan: null })
  })

  it('an App Store purchase changed to another product keeps its id and has no plan', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    bench.fake.expire(id)
    const purchase = bench.fake.purchase(id)
    bench.fake.buy(accountToken, 'coins', { customer: purchase.customer })
    expect(await readWithStatus(bench, id)).toMatchObject({ id, planId: null })
  })

  it('an App Store trial moves no money', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic, { isTrial: true }))
    expect(await readWithStatus(bench, id)).toMatchObject({
      ...{ status: 'active', isTrial: true, amountCents: 499, movements: [] },
      providerStatus: { state: 'trialing' },
    })
    await bench.fake.advance({ days: 32 })
    expect(await readWithStatus(bench, id)).toMatchObject({ isTrial: false, movements: [{ amountCents: 499 }] })
  })

  it('an App Store purchase can be refunded in part', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    bench.fake.refund(id, 25)
    const after = await readWithStatus(bench, id)
    expect(amounts(after)).toEqual(['charge 499', 'refund 125'])
    expect(after.movements[1]?.id).toBe(`apple:${id}:refund`)
  })

  it('movements match the App Store’s ledger', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    await bench.fake.advance({ days: 100 })
    bench.fake.changePlan(id, pro)
    bench.fake.refund(id)
    const { movements } = await readWithStatus(bench, id)
    const actual = movements.map(it => [it.id.split(':')[1], it.kind, it.amountCents])
    expect(actual).toEqual(bench.fake.ledger.map(it => [it.transactionId, it.kind, it.amountCents]))
  })

  it('a family-shared App Store purchase has no movements', async () => {
    const receipt = bench.fake.buy(null, basic, { isShared: true })
    expect(await readWithStatus(bench, receipt)).toMatchObject({ status: 'active', accountToken: null, movements: [] })
  })

  it('account token and currency of an App Store purchase are in lowercase', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken.toUpperCase(), basic))
    Object.assign(bench.fake.purchase(id).transactions[0]!, { currency: 'JPY', price: 500_000 })
    expect(await readWithStatus(bench, id)).toMatchObject({ accountToken, currency: 'jpy', amountCents: 50_000 })
  })

  it('an unknown App Store status is past due and keeps Apple’s value', async () => {
    const id = bench.fake.idOf(bench.fake.buy(accountToken, basic))
    Object.assign(bench.fake.purchase(id), { status: 9 })
    expect(await readWithStatus(bench, id)).toMatchObject({ status: 'past_due', providerStatus: { state: '9' } })
  })

  it('other App Store purchases of the same customer are ignored', async () => {
    const ours = bench.fake.idOf(bench.fake.buy(accountToken, basic, { customer: 'ada' }))
    const other = bench.fake.idOf(bench.fake.buy(accountToken, 'somebody_elses', { customer: 'ada' }))
    expect(await readWithStatus(bench, ours)).toMatchObject({ id: ours, movements: [{ amountCents: 499 }] })
    expect(await bench.store.read(other)).toBeNull()
  })
})
