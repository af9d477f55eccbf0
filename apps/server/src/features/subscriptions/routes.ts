import { subscriptions as contract, type MonthlyUsageResponse } from '@recaps/contract/subscriptions'
import { AppError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import type { Limits } from '../../http/limits.ts'
import type { Caller, Router } from '../../http/router.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Billing } from './billing.ts'
import { isSoldByStore } from './claim-store-purchase.ts'
import { presentPurchase } from './present.ts'
import type { PurchaseRow } from './purchases-repository.ts'
import type { Subscriptions } from './service.ts'

export interface SubscriptionRoutes {
  subscriptions: Subscriptions
  billing: Billing
  limits: Limits
  clock: Clock
  /** Provided by the summaries feature, which owns the quota and depends on this feature. */
  getMonthlyUse(userId: number): Promise<MonthlyUsageResponse>
}

const maxBodyBytes = 1024 * 1024

export function bindSubscriptions(
  { bind }: Router,
  { subscriptions, billing, limits, clock, getMonthlyUse }: SubscriptionRoutes,
) {
  const present = (row: PurchaseRow) => presentPurchase(row, clock.now())

  bind(contract.plans, () => subscriptions.list())

  bind(contract.user, async (_, { session }) => ({
    ...(await subscriptions.getForUser(session.userId)),
    month: await getMonthlyUse(session.userId),
    payments: billing.setup,
    stores: await billing.getStoreSetup(session.userId),
  }))

  bind(contract.createPaymentIntent, async ({ body }, { session }) => {
    await billing.assertPaymentsEnabled(session.userId)
    const checkout = await billing.begin(session.userId, { planId: body.subscriptionId, currency: body.currency })
    return {
      paymentIntent: checkout.clientSecret,
      ephemeralKey: checkout.ephemeralKey,
      customer: checkout.customerId,
      stripeSubscriptionId: checkout.subscriptionId,
    }
  })

  bind(contract.create, async ({ body }, { session }) => {
    await billing.assertPaymentsEnabled(session.userId)
    const { subscriptionId: planId, paymentMethodId, isTrial } = body
    const { purchase, clientSecret } = await billing.create(session.userId, { planId, paymentMethodId, isTrial })
    return { subscription: present(purchase), clientSecret }
  })

  bind(contract.purchase, async ({ body }, { session }) => {
    if (!isSoldByStore(body)) await billing.assertPaymentsEnabled(session.userId)
    return present(await billing.purchase(session.userId, body))
  })

  bind(contract.cancel, async ({ body }, { session }) => {
    await billing.assertPaymentsEnabled(session.userId)
    return present(await billing.cancel(session.userId, body.userSubscriptionId))
  })

  bind(contract.resume, async ({ body }, { session }) => {
    await billing.assertPaymentsEnabled(session.userId)
    return present(await billing.resume(session.userId, body.userSubscriptionId))
  })

  bind(contract.previewChange, async ({ body }, { session }) => {
    await billing.assertPaymentsEnabled(session.userId)
    return await billing.preview(session.userId, body.subscriptionId)
  })

  bind(contract.change, async ({ body }, { session }) => {
    await billing.assertPaymentsEnabled(session.userId)
    const { purchase, clientSecret } = await billing.change(session.userId, body.subscriptionId)
    return { subscription: present(purchase), clientSecret }
  })

  bind(contract.portal, async (_, { session, context }) => {
    await billing.assertPaymentsEnabled(session.userId)
    return await billing.portal(session.userId, context.req.header('origin'))
  })

  bind(contract.invoices, async (_, { session }) => ({ data: await billing.invoices(session.userId) }))

  // These contracts declare no body, because the signature must be checked over the raw bytes before anything parses them.
  const receiveMessage = async (
    { context, network }: Pick<Caller, 'context' | 'network'>,
    receive: (body: Uint8Array) => Promise<boolean>,
  ) => {
    // Count the call before reading its body. Signed messages do not count, so a provider cannot exhaust its own limit.
    await limits.take('hook', network)
    const body = await readBytes(context, maxBodyBytes, () => new AppError('too_large'))
    if (!(await receive(body))) throw new AppError('invalid_request')
    await limits.refundCall('hook', network)
    return { received: true }
  }

  bind(contract.webhook, (_, caller) =>
    receiveMessage(caller, body => billing.receive(body, caller.context.req.header('stripe-signature'))),
  )
  bind(contract.appleMessages, (_, caller) =>
    receiveMessage(caller, body => billing.receiveFromStore('apple', body, undefined)),
  )
  bind(contract.googleMessages, (_, caller) =>
    receiveMessage(caller, body =>
      billing.receiveFromStore('google', body, caller.context.req.header('authorization')),
    ),
  )
}
