import type { Stripe } from 'stripe'
import { type BegunPurchase, PaymentRefused, type Payments } from '../../../ports/payments.ts'
import { intentsOf } from './billed.ts'
import { idOf, isId } from './client.ts'
import type { PriceBook } from './prices.ts'
import type { Reading } from './reading.ts'
import { keyOf, settled } from './settled.ts'
import { secretOf, written } from './subscription.ts'

type Purchases = Pick<Payments, 'createCustomer' | 'begin' | 'goOn' | 'buyWith'>
type Wish = Parameters<Payments['begin']>[1]

/** What leads to a subscription. Everything made carries the id of its operation, by which it is found again. */
export function purchases(
  stripe: Stripe,
  book: PriceBook,
  { retrieved, told }: Reading,
  apiVersion: string,
): Purchases {
  async function opened(subscription: Stripe.Subscription): Promise<BegunPurchase> {
    const [customerId, clientSecret] = [idOf(subscription.customer), secretOf(subscription)]
    if (clientSecret === null) throw new PaymentRefused('wrong_state', `${subscription.id} is ${subscription.status}`)
    const { secret } = await stripe.ephemeralKeys.create({ customer: customerId }, { apiVersion })
    return { subscriptionId: subscription.id, customerId, clientSecret, ephemeralKey: secret ?? '' }
  }

  const madeBy = async (operationId: string, customer: string): Promise<Stripe.Subscription | null> => {
    const made = await stripe.subscriptions.list({
      ...{ customer, status: 'all', limit: 100 },
      expand: written.map(field => `data.${field}`),
    })
    return made.data.find(({ metadata }) => metadata.operation === operationId) ?? null
  }

  async function create(
    operationId: string,
    { userId, customerId, planId, currency }: Wish,
    how: Pick<Stripe.SubscriptionCreateParams, 'payment_behavior' | 'default_payment_method'>,
  ): Promise<Stripe.Subscription> {
    const price = await book.priceOf(planId, currency)
    return settled(
      () =>
        stripe.subscriptions.create(
          {
            ...how,
            customer: customerId,
            items: [{ price }],
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { userId: String(userId), operation: operationId },
            expand: written,
          },
          keyOf(operationId, 'subscription'),
        ),
      () => madeBy(operationId, customerId),
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

    begin: async (operationId, wish) =>
      opened(await create(operationId, wish, { payment_behavior: 'default_incomplete' })),

    async goOn(id) {
      const found = await retrieved(id)
      return found?.status === 'incomplete' && secretOf(found) !== null ? opened(found) : null
    },

    async buyWith(operationId, wish) {
      if (!isId(wish.paymentMethodId)) throw new PaymentRefused('not_found', 'no payment method is called so')
      const { id: method } = await stripe.paymentMethods.attach(
        wish.paymentMethodId,
        { customer: wish.customerId },
        keyOf(operationId, 'method'),
      )
      const how = { payment_behavior: 'allow_incomplete', default_payment_method: method } as const
      const { id } = await create(operationId, wish, how)
      // Under the same key Stripe tells what was then, not what is now.
      const subscription = await retrieved(id)
      if (!subscription) throw new PaymentRefused('not_found', id)
      const isOver = subscription.status === 'incomplete_expired'
      if (isOver || (subscription.status === 'incomplete' && !(await waitsForBank(subscription)))) {
        // Nobody would come back to it: the next try has another card.
        if (!isOver) await stripe.subscriptions.cancel(id)
        throw new PaymentRefused('declined', id)
      }
      return told(subscription)
    },
  }

  async function waitsForBank({ latest_invoice }: Stripe.Subscription): Promise<boolean> {
    const intents = latest_invoice ? await intentsOf(stripe, idOf(latest_invoice)) : []
    return intents.some(({ status }) => status === 'requires_action' || status === 'processing')
  }
}
