import { afterEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../test/mailbox.ts'
import { usePaymentServer } from '../../../test/payment-server.ts'
import { password, type TestUser } from '../../../test/start-server.ts'
import { eventually } from '../../../test/waiting.ts'

describe('money that buys nothing', async () => {
  const test = await usePaymentServer({ isTold: false })
  afterEach(() => test.stripe.webhooks.setDelivery({ kind: 'held' }))

  const begin = ({ client }: TestUser) =>
    client.subscriptions.createPaymentIntent({ body: { subscriptionId: 'basic', currency: 'usd' } })
  const movedFor = (subscriptionId: string) => {
    const customer = test.stripe.state.subscriptions.get(subscriptionId)?.customer
    return test.stripe.ledger.filter(one => one.customer === customer).map(({ kind, amount }) => [kind, amount])
  }
  const there = [
    ['charge', 499],
    ['refund', 499],
  ]
  /** The books of both sides: ours may be written a moment after the money moved. */
  const booksAgree = () => eventually(test.differences, differences => differences.length === 0, 30_000)
  const tellAll = async () => {
    test.stripe.webhooks.setDelivery({ kind: 'normal' })
    await test.settled()
  }

  it('goes back, once, when a purchase is given up in the moment in which it is paid', async () => {
    const user = await test.newUser()
    const begun = await begin(user)
    const [pending] = (await user.client.subscriptions.user()).subscriptions
    await test.pay(begun.paymentIntent)
    // Nobody has told us yet that it is paid.
    expect(await user.client.subscriptions.cancel({ body: { userSubscriptionId: pending!.id } })).toMatchObject({
      endDate: expect.any(String),
    })
    await eventually(
      async () => movedFor(begun.stripeSubscriptionId),
      moved => moved.length === 2,
    )
    await tellAll()
    expect(movedFor(begun.stripeSubscriptionId)).toEqual(there)
    expect(await test.purchaseOf(user)).toMatchObject({ status: 'refunded' })
    expect((await user.client.subscriptions.user()).activePlan.id).toBe('free')
    expect(await mailsTo(test.dataDir, user.email, /being refunded/)).toHaveLength(1)
    await booksAgree()
  })

  it('goes back when it is paid after the account was deleted', async () => {
    const user = await test.newUser()
    const begun = await begin(user)
    test.stripe.fault({ kind: 'error', when: 'before' }, { endpoint: 'DELETE /v1/subscriptions/:id', times: 3 })
    await user.client.account.delete({ body: { password } })
    await test.pay(begun.paymentIntent)
    await eventually(
      async () => movedFor(begun.stripeSubscriptionId),
      moved => moved.length === 2,
    )
    await tellAll()
    expect(movedFor(begun.stripeSubscriptionId)).toEqual(there)
    expect(test.stripe.state.subscriptions.get(begun.stripeSubscriptionId)?.status).toBe('canceled')
    await booksAgree()
  })

  it('does not go back for a month that was used before the account was deleted', async () => {
    const user = await test.newUser()
    const { stripeSubscriptionId } = await test.buy(user)
    await user.client.account.delete({ body: { password } })
    await tellAll()
    expect(movedFor(stripeSubscriptionId!)).toEqual([['charge', 499]])
  })
})
