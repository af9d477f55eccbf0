import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { PaymentEvent, Payments } from '../../../ports/payments.ts'
import { expandableId, isId } from './client.ts'

/** The event types we subscribe to. At most 20, the limit of Stripe's event list. */
export const stripeEventTypes = [
  ...['created', 'updated', 'deleted', 'paused', 'resumed', 'trial_will_end'].map(it => `customer.subscription.${it}`),
  ...['pending_update_applied', 'pending_update_expired'].map(it => `customer.subscription.${it}`),
  ...['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'],
  ...['payment_intent.succeeded', 'payment_intent.payment_failed', 'setup_intent.succeeded'],
  ...['charge.refunded', 'refund.updated', 'refund.failed', 'charge.dispute.created', 'charge.dispute.closed'],
  'customer.deleted',
]

const maxBytes = 1024 * 1024
const toleranceSeconds = 300

interface WebhookConfig {
  secrets: readonly string[]
  isTest: boolean
}

export function stripeEvents(
  stripe: Stripe,
  config: WebhookConfig,
): Pick<Payments, 'readEvent' | 'undeliveredEvents' | 'findCustomer'> {
  return {
    readEvent(body, signature, now) {
      if (!signature || body.byteLength > maxBytes || isFromTheFuture(signature, now)) return null
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      for (const secret of config.secrets) {
        const event = verifyEvent(stripe, secret, bytes, signature, now)
        if (event !== undefined) return parseEvent(event, config)
      }
      return null
    },

    async *undeliveredEvents(since, signal) {
      const gte = Math.floor(since.getTime() / 1000)
      const all = stripe.events.list({ delivery_success: false, created: { gte }, types: stripeEventTypes, limit: 100 })
      for await (const event of all) {
        signal?.throwIfAborted()
        const parsed = parseEvent(event, config)
        if (parsed) yield parsed
      }
    },

    async findCustomer(chargeId) {
      if (!isId(chargeId)) return null
      const { customer } = await stripe.charges.retrieve(chargeId)
      return customer && expandableId(customer)
    },
  }
}

function verifyEvent(stripe: Stripe, secret: string, bytes: Buffer, signature: string, now: Date): unknown {
  try {
    return stripe.webhooks.constructEvent(bytes, signature, secret, toleranceSeconds, undefined, now.getTime())
  } catch {
    return undefined
  }
}

/** The SDK accepts timestamps in the future, so a signature could stay valid for as long as its sender likes. */
const isFromTheFuture = (signature: string, now: Date): boolean =>
  signature
    .split(',')
    .filter(part => part.startsWith('t='))
    .some(part => Number(part.slice(2)) * 1000 > now.getTime() + toleranceSeconds * 1000)

const id = z.string().max(255)
const idOrObject = z.union([id, z.object({ id }).transform(object => object.id)]).nullish()
/** Only the ids of the affected objects. Their state is fetched from Stripe. */
const signedEvent = z.object({
  id,
  type: z.string().max(255),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: id.nullish(),
      object: z.string(),
      customer: idOrObject,
      charge: idOrObject,
      parent: z.object({ subscription_details: z.object({ subscription: idOrObject }).nullish() }).nullish(),
    }),
  }),
})

function parseEvent(event: unknown, { isTest }: WebhookConfig): PaymentEvent | null {
  const parsed = signedEvent.safeParse(event)
  if (!parsed.success || parsed.data.livemode === isTest) return null
  const { object } = parsed.data.data
  const idIf = (kind: string): string | null => (object.object === kind ? (object.id ?? null) : null)
  return {
    id: parsed.data.id,
    type: parsed.data.type,
    subscriptionId: idIf('subscription') ?? object.parent?.subscription_details?.subscription ?? null,
    customerId: idIf('customer') ?? object.customer ?? null,
    chargeId: idIf('charge') ?? object.charge ?? null,
  }
}
