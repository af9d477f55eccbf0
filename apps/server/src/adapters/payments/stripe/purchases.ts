import type { Stripe } from 'stripe'
import { PaymentRefused, type Payments, type StartedPurchase } from '../../../ports/payments.ts'
import { expandableId, isId } from './client.ts'
import { fetchPaymentIntents } from './invoice-charges.ts'
import { idempotencyOptions, postOnce } from './post-once.ts'
import type { PriceBook } from './prices.ts'
import { expandedFields, pendingClientSecret } from './subscription.ts'
import type { SubscriptionReader } from './subscription-reader.ts'

type Purchases = Pick<Payments, 'createCustomer' | 'startPurchase' | 'resumePurchase' | 'buyWithSavedMethod'>
type PurchaseRequest = Parameters<Payments['startPurchase']>[1]

/** Creates customers and subscriptions. Their metadata contains the operation id, so that a retry can find them. */
export function stripePurchases(
  stripe: Stripe,
  book: PriceBook,
  { retrieve, toPaidSubscription }: SubscriptionReader,
  apiVersion: string,
): Purchases {
  async function toStartedPurchase(subscription: Stripe.Subscription): Promise<StartedPurchase> {
    const [customerId, clientSecret] = [expandableId(subscription.customer), pendingClientSecret(subscription)]
    if (clientSecret === null) throw new PaymentRefused('wrong_state', `${subscription.id} is ${subscription.status}`)
    const { secret } = await stripe.ephemeralKeys.create({ customer: customerId }, { apiVersion })
    return { subscriptionId: subscription.id, customerId, clientSecret, ephemeralKey: secret ?? '' }
  }

  const findByOperation = async (operationId: string, customer: string): Promise<Stripe.Subscription | null> => {
    const { data } = await stripe.subscriptions.list({
      ...{ customer, status: 'all', limit: 100 },
      expand: expandedFields.map(field => `data.${field}`),
    })
    return data.find(({ metadata }) => metadata.operation === operationId) ?? null
  }

  async function create(
    operationId: string,
    { userId, customerId, planId, currency }: PurchaseRequest,
    paymentOptions: Pick<Stripe.SubscriptionCreateParams, 'payment_behavior' | 'default_payment_method'>,
  ): Promise<Stripe.Subscription> {
    const price = await book.priceIdFor(planId, currency)
    return postOnce(
      () =>
        stripe.subscriptions.create(
          {
            ...paymentOptions,
            customer: customerId,
            items: [{ price }],
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { userId: String(userId), operation: operationId },
            expand: expandedFields,
          },
          idempotencyOptions(operationId, 'subscription'),
        ),
      () => findByOperation(operationId, customerId),
    )
  }

  return {
    async createCustomer(operationId, { id, email, name }) {
      const customer = await postOnce(
        () =>
          stripe.customers.create(
            { email, ...(name ? { name } : {}), metadata: { userId: String(id), operation: operationId } },
            idempotencyOptions(operationId, 'customer'),
          ),
        async () => {
          const { data } = await stripe.customers.list({ email, limit: 100 })
          return data.find(({ metadata }) => metadata?.operation === operationId) ?? null
        },
      )
      return customer.id
    },

    startPurchase: async (operationId, request) =>
      toStartedPurchase(await create(operationId, request, { payment_behavior: 'default_incomplete' })),

    async resumePurchase(id) {
      const found = await retrieve(id)
      return found?.status === 'incomplete' && pendingClientSecret(found) !== null ? toStartedPurchase(found) : null
    },

    async buyWithSavedMethod(operationId, request) {
      if (!isId(request.paymentMethodId)) throw new PaymentRefused('not_found', 'unknown payment method')
      const { id: method } = await stripe.paymentMethods.attach(
        request.paymentMethodId,
        { customer: request.customerId },
        idempotencyOptions(operationId, 'method'),
      )
      const paymentOptions = { payment_behavior: 'allow_incomplete', default_payment_method: method } as const
      const { id } = await create(operationId, request, paymentOptions)
      // For a repeated idempotency key, Stripe returns the original response, not the current state.
      const subscription = await retrieve(id)
      if (!subscription) throw new PaymentRefused('not_found', id)
      const isOver = subscription.status === 'incomplete_expired'
      if (isOver || (subscription.status === 'incomplete' && !(await isPaymentPending(subscription)))) {
        // Abandoned: the next attempt uses another card and creates a new subscription.
        if (!isOver) await stripe.subscriptions.cancel(id)
        throw new PaymentRefused('declined', id)
      }
      return toPaidSubscription(subscription)
    },
  }

  async function isPaymentPending({ latest_invoice }: Stripe.Subscription): Promise<boolean> {
    const intents = latest_invoice ? await fetchPaymentIntents(stripe, expandableId(latest_invoice)) : []
    return intents.some(({ status }) => status === 'requires_action' || status === 'processing')
  }
}
