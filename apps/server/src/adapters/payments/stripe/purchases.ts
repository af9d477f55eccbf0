import type { Stripe } from 'stripe'
import { type BegunPurchase, PaymentRefused, type Payments } from '../../../ports/payments.ts'
import { intentsOf } from './billed.ts'
import { idOf, isId } from './client.ts'
import type { PriceBook } from './prices.ts'
import type { Reading } from './reading.ts'
import { keyOf, settled } from './settled.ts'
import { secretOf, written } from './subscription.ts'

type Purchases = Pick<Payments, 'createCustomer' | 'begin' | 'goOn' | 'buyWith'>
type PurchaseRequest = Parameters<Payments['begin']>[1]

/** Creates customers and subscriptions. Their metadata contains the operation id, so that a retry can find them. */
export function purchases(
  stripe: Stripe,
  book: PriceBook,
  { retrieved, told }: Reading,
  apiVersion: string,
): Purchases {
  async function toBegunPurchase(subscription: Stripe.Subscription): Promise<BegunPurchase> {
    const [customerId, clientSecret] = [idOf(subscription.customer), secretOf(subscription)]
    if (clientSecret === null) throw new PaymentRefused('wrong_state', `${subscription.id} is ${subscription.status}`)
    const { secret } = await stripe.ephemeralKeys.create({ customer: customerId }, { apiVersion })
    return { subscriptionId: subscription.id, customerId, clientSecret, ephemeralKey: secret ?? '' }
  }

  const findByOperation = async (operationId: string, customer: string): Promise<Stripe.Subscription | null> => {
    const { data } = await stripe.subscriptions.list({
      ...{ customer, status: 'all', limit: 100 },
      expand: written.map(field => `data.${field}`),
    })
    return data.find(({ metadata }) => metadata.operation === operationId) ?? null
  }

  async function create(
    operationId: string,
    { userId, customerId, planId, currency }: PurchaseRequest,
    paymentOptions: Pick<Stripe.SubscriptionCreateParams, 'payment_behavior' | 'default_payment_method'>,
  ): Promise<Stripe.Subscription> {
    const price = await book.priceOf(planId, currency)
    return settled(
      () =>
        stripe.subscriptions.create(
          {
            ...paymentOptions,
            customer: customerId,
            items: [{ price }],
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { userId: String(userId), operation: operationId },
            expand: written,
          },
          keyOf(operationId, 'subscription'),
        ),
      () => findByOperation(operationId, customerId),
    )
  }

  return {
    async createCustomer(operationId, { id, email, name }) {
      const customer = await settled(
        () =>
          stripe.customers.create(
            { email, ...(name ? { name } : {}), metadata: { userId: String(id), operation: operationId } },
            keyOf(operationId, 'customer'),
          ),
        async () => {
          const { data } = await stripe.customers.list({ email, limit: 100 })
          return data.find(({ metadata }) => metadata?.operation === operationId) ?? null
        },
      )
      return customer.id
    },

    begin: async (operationId, request) =>
      toBegunPurchase(await create(operationId, request, { payment_behavior: 'default_incomplete' })),

    async goOn(id) {
      const found = await retrieved(id)
      return found?.status === 'incomplete' && secretOf(found) !== null ? toBegunPurchase(found) : null
    },

    async buyWith(operationId, request) {
      if (!isId(request.paymentMethodId)) throw new PaymentRefused('not_found', 'unknown payment method')
      const { id: method } = await stripe.paymentMethods.attach(
        request.paymentMethodId,
        { customer: request.customerId },
        keyOf(operationId, 'method'),
      )
      const paymentOptions = { payment_behavior: 'allow_incomplete', default_payment_method: method } as const
      const { id } = await create(operationId, request, paymentOptions)
      // For a repeated idempotency key, Stripe returns the original response, not the current state.
      const subscription = await retrieved(id)
      if (!subscription) throw new PaymentRefused('not_found', id)
      const isOver = subscription.status === 'incomplete_expired'
      if (isOver || (subscription.status === 'incomplete' && !(await isPaymentPending(subscription)))) {
        // Abandoned: the next attempt uses another card and creates a new subscription.
        if (!isOver) await stripe.subscriptions.cancel(id)
        throw new PaymentRefused('declined', id)
      }
      return told(subscription)
    },
  }

  async function isPaymentPending({ latest_invoice }: Stripe.Subscription): Promise<boolean> {
    const intents = latest_invoice ? await intentsOf(stripe, idOf(latest_invoice)) : []
    return intents.some(({ status }) => status === 'requires_action' || status === 'processing')
  }
}
