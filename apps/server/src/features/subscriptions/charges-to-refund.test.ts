import { afterEach, describe, expect, it } from 'vitest'
import { waitForMails } from '../../../test/mailbox.ts'
import { usePaymentServer } from '../../../test/payment-server.ts'
import { password, type TestUser } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

describe('charges that buy nothing', async () => {
  const test = await usePaymentServer({ deliversWebhooks: false })
  afterEach(() => test.stripe.webhooks.setDelivery({ kind: 'held' }))

  const begin = ({ client }: TestUser) =>
    client.subscriptions.createPaymentIntent({ body: { subscriptionId: 'basic', currency: 'usd' } })
  const movementsFor = (subscriptionId: string) => {
    const customer = test.stripe.state.subscriptions.get(subscriptionId)?.customer
    return test.stripe.ledger
      .filter(movement => movement.customer === customer)
      .map(({ kind, amount }) => [kind, amount])
  }
  const chargedAndRefunded = [
    ['charge', 499],
    ['refund', 499],
  ]
  /** Waits until our ledger agrees with Stripe’s: it may be updated a moment after the payment. */
  const ledgersAgree = () => eventually(test.findLedgerDifferences, differences => differences.length === 0, 30_000)
  const deliverEvents = async () => {
    test.stripe.webhooks.setDelivery({ kind: 'normal' })
    await test.untilSettled()
  }

  it('refunds a charge once when its purchase is cancelled at the moment of payment', async () => {
    const user = await test.newUser()
    const checkout = await begin(user)
    const [pending] = (await user.client.subscriptions.user()).subscriptions
    await test.pay(checkout.paymentIntent)
    // We don't know yet that it is paid.
    expect(await user.client.subscriptions.cancel({ body: { userSubscriptionId: pending!.id } })).toMatchObject({
      endDate: expect.any(String),
    })
    await eventually(
      async () => movementsFor(checkout.stripeSubscriptionId),
      movements => movements.length === 2,
    )
    await deliverEvents()
    expect(movementsFor(checkout.stripeSubscriptionId)).toEqual(chargedAndRefunded)
    await eventually(
      async () => (await test.purchaseOf(user))?.status,
      status => status === 'refunded',
    )
    expect((await user.client.subscriptions.user()).activePlan.id).toBe('free')
    expect(await waitForMails(test.dataDir, user.email, /being refunded/)).toHaveLength(1)
    await ledgersAgree()
  })

  it('refunds a charge that is paid after the account was deleted', async () => {
    const user = await test.newUser()
    const checkout = await begin(user)
    test.stripe.fault({ kind: 'error', when: 'before' }, { endpoint: 'DELETE /v1/subscriptions/:id', times: 3 })
    await user.client.account.delete({ body: { password } })
    await test.pay(checkout.paymentIntent)
    await eventually(
      async () => movementsFor(checkout.stripeSubscriptionId),
      movements => movements.length === 2,
    )
    await deliverEvents()
    expect(movementsFor(checkout.stripeSubscriptionId)).toEqual(chargedAndRefunded)
    expect(test.stripe.state.subscriptions.get(checkout.stripeSubscriptionId)?.status).toBe('canceled')
    await ledgersAgree()
  })

  it('does not refund a month that was paid before the account was deleted', async () => {
    const user = await test.newUser()
    const { stripeSubscriptionId } = await test.buy(user)
    await user.client.account.delete({ body: { password } })
    await deliverEvents()
    expect(movementsFor(stripeSubscriptionId!)).toEqual([['charge', 499]])
  })
})
