import type { Invoice, PaymentSetup, StoreSetup, UserSubscription } from '@recaps/contract'
import { type BuyablePlanId, liveStatuses, planChangeEffects, planChangeKind } from '@recaps/domain/billing'
import { type Plan, planById } from '@recaps/domain/plans'
import { HandlerFailure, type Handlers } from './handler.ts'
import { samplePurchase } from './payment-samples.ts'
import { activePlanOf, monthUsage, planResponse, type World } from './world.ts'

/** Payment state of the memory server. Tests change it as the payment provider would. */
export interface PaymentWorld {
  payments: PaymentSetup
  stores: StoreSetup
  purchases: UserSubscription[]
  invoices: Invoice[]
  /** Pending and completed payments, by the provider's id. */
  intents: Map<string, { planId: BuyablePlanId; purchaseId: number; isPaid: boolean }>
  /** App store purchases by receipt; `accountToken` is the account they were made for. */
  receipts: Map<string, { planId: BuyablePlanId; accountToken: string | null }>
  /** Outcome of charging the saved card. */
  savedCard: 'pays' | 'asks' | 'declines'
  isDisputed: boolean
  /** How many more checks report a payment as pending. */
  checksUntilPaid: number
}

/** Memory handlers for plans and payments. At most one live purchase, and it counts only once paid. */
export function paymentHandlers(world: World): Handlers {
  const timestamp = () => new Date(world.now()).toISOString()
  const inAMonth = () => new Date(world.now() + 30 * 24 * 3600_000).toISOString()
  const live = () => world.purchases.find(({ status }) => liveStatuses.some(one => one === status)) ?? null
  const put = (purchase: UserSubscription, change: Partial<UserSubscription>) =>
    Object.assign(purchase, change, { updatedAt: timestamp() })
  const ofCaller = (body: unknown): UserSubscription => {
    const { userSubscriptionId } = body as { userSubscriptionId: number }
    const found = world.purchases.find(({ id }) => id === userSubscriptionId)
    if (!found) throw new HandlerFailure('not_found')
    return found
  }
  const intentOf = (planId: BuyablePlanId, purchase: UserSubscription): string => {
    const id = `pi_${world.intents.size + 10}`
    world.intents.set(id, { planId, purchaseId: purchase.id, isPaid: false })
    return `${id}_secret_x`
  }
  const fromStore = (receipt: string, paymentMethod: UserSubscription['paymentMethod']): UserSubscription => {
    const sold = world.receipts.get(receipt)
    if (!sold || (sold.accountToken ?? world.stores.accountToken) !== world.stores.accountToken)
      throw new HandlerFailure('receipt_invalid')
    const before = live()
    if (before && before.paymentMethod !== paymentMethod) throw new HandlerFailure('already_subscribed')
    const { planId: subscriptionId } = sold
    const bought = { paymentMethod, transactionId: receipt, stripeSubscriptionId: null }
    if (before && planById(subscriptionId).priceCents < planById(before.subscriptionId).priceCents)
      return put(before, { nextPlan: { subscriptionId, at: before.currentPeriodEnd! } })
    if (before) return put(before, { ...bought, subscriptionId })
    const purchase = samplePurchase(subscriptionId, world.now(), { ...bought, createdAt: timestamp() })
    world.purchases.push(purchase)
    return purchase
  }
  const needsPurchase = (): UserSubscription => {
    const purchase = live()
    if (!purchase || purchase.status === 'pending') throw new HandlerFailure('payment_not_found')
    if (purchase.paymentMethod === 'apple_iap' || purchase.paymentMethod === 'google_play')
      throw new HandlerFailure('bought_elsewhere')
    if (world.isDisputed) throw new HandlerFailure('payment_disputed')
    return purchase
  }
  const preview = (purchase: UserSubscription, to: Plan) => {
    const kind = planChangeKind(purchase.subscriptionId, to.id)
    if (kind === 'same') throw new HandlerFailure('already_subscribed')
    const [schedule] = world.schedules
    const use = {
      channels: schedule?.channelList.length ?? 0,
      frequency: schedule?.frequency ?? null,
      summariesThisMonth: world.used,
      readsThisMonth: monthUsage(world).communityReads.used,
    }
    const amount = to.priceCents / 100
    return {
      kind,
      dueNow: kind === 'upgrade' ? Math.round(((amount - purchase.amount) * 200) / 3) / 100 : 0,
      amount,
      currency: 'usd' as const,
      startsAt: kind === 'upgrade' ? timestamp() : purchase.currentPeriodEnd!,
      effects: planChangeEffects(planById(purchase.subscriptionId), to, use),
    }
  }
  return {
    'subscriptions.plans': () => ({
      body: (['free', 'basic', 'premium', 'pro', 'ultimate'] as const).map(planResponse),
    }),
    'subscriptions.user': () => ({
      body: {
        activePlan: planResponse(activePlanOf(world).id),
        subscriptions: world.purchases,
        month: monthUsage(world),
        payments: world.payments,
        stores: world.stores,
      },
    }),
    'subscriptions.createPaymentIntent'({ body }) {
      const { subscriptionId } = body as { subscriptionId: BuyablePlanId }
      if (world.payments.provider === 'none') throw new HandlerFailure('payments_off')
      const before = live()
      if (before && before.status !== 'pending') throw new HandlerFailure('already_subscribed')
      const isSame = before?.subscriptionId === subscriptionId
      if (before && !isSame) put(before, { status: 'expired', endDate: timestamp() })
      const id = Math.max(30, ...world.purchases.map(one => one.id)) + 1
      const pending = {
        id,
        status: 'pending',
        createdAt: timestamp(),
        startDate: timestamp(),
        currentPeriodEnd: null,
      } as const
      const purchase = before && isSame ? before : samplePurchase(subscriptionId, world.now(), pending)
      if (!isSame) world.purchases.push(purchase)
      const open = [...world.intents].find(([, intent]) => intent.purchaseId === purchase.id)
      return {
        body: {
          paymentIntent: open ? `${open[0]}_secret_x` : intentOf(subscriptionId, purchase),
          ephemeralKey: 'ek_1',
          customer: 'cus_1',
          stripeSubscriptionId: purchase.stripeSubscriptionId!,
        },
      }
    },
    'subscriptions.purchase'({ body }) {
      const { transactionId, paymentMethod } = body as Pick<UserSubscription, 'transactionId' | 'paymentMethod'>
      if (paymentMethod === 'apple_iap' || paymentMethod === 'google_play')
        return { body: fromStore(transactionId, paymentMethod) }
      const intent = world.intents.get(transactionId)
      if (!intent) throw new HandlerFailure('payment_not_found')
      if (!intent.isPaid || world.checksUntilPaid-- > 0) throw new HandlerFailure('payment_pending')
      const purchase = world.purchases.find(({ id }) => id === intent.purchaseId)!
      const { planId: subscriptionId } = intent
      const amount = planById(subscriptionId).priceCents / 100
      const paid = { status: 'active', subscriptionId, amount, transactionId, paymentMethod } as const
      return { body: put(purchase, { ...paid, currentPeriodEnd: purchase.currentPeriodEnd ?? inAMonth() }) }
    },
    'subscriptions.cancel'({ body }) {
      const purchase = ofCaller(body)
      if (purchase.status === 'past_due' || purchase.paymentIssue)
        return { body: put(purchase, { status: 'canceled', endDate: timestamp(), paymentIssue: null }) }
      if (purchase.status !== 'active' || purchase.isCanceling) throw new HandlerFailure('nothing_to_cancel')
      return { body: put(purchase, { isCanceling: true, endDate: purchase.currentPeriodEnd, nextPlan: null }) }
    },
    'subscriptions.resume': ({ body }) => ({
      body: put(ofCaller(body), { isCanceling: false, endDate: null, nextPlan: null }),
    }),
    'subscriptions.previewChange'({ body }) {
      return { body: preview(needsPurchase(), planById((body as { subscriptionId: BuyablePlanId }).subscriptionId)) }
    },
    'subscriptions.change'({ body }) {
      const { subscriptionId } = body as { subscriptionId: BuyablePlanId }
      const purchase = needsPurchase()
      const { kind, amount, startsAt } = preview(purchase, planById(subscriptionId))
      if (kind === 'downgrade') {
        return {
          body: { subscription: put(purchase, { nextPlan: { subscriptionId, at: startsAt } }), clientSecret: null },
        }
      }
      if (world.savedCard === 'declines') throw new HandlerFailure('payment_declined')
      if (world.savedCard === 'asks') {
        return { body: { subscription: purchase, clientSecret: intentOf(subscriptionId, purchase) } }
      }
      return { body: { subscription: put(purchase, { subscriptionId, amount, nextPlan: null }), clientSecret: null } }
    },
    'subscriptions.portal': () => ({ body: { url: `${location.origin}/subscriptions#portal` } }),
    'summaries.usage'({ query }) {
      const from = Number((query as { cursor?: string }).cursor ?? 0)
      const nextCursor = from + 50 < world.usage.length ? String(from + 50) : null
      return { body: { data: world.usage.slice(from, from + 50), nextCursor } }
    },
    'subscriptions.invoices': () => ({ body: { data: world.invoices } }),
  }
}
