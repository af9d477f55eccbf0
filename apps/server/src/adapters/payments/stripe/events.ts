import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { PaymentEvent, Payments } from '../../../ports/payments.ts'
import { idOf, isId } from './client.ts'

/** What is listened to, as many as Stripe lists at a time. */
export const eventTypes = [
  ...['created', 'updated', 'deleted', 'paused', 'resumed', 'trial_will_end'].map(it => `customer.subscription.${it}`),
  ...['pending_update_applied', 'pending_update_expired'].map(it => `customer.subscription.${it}`),
  ...['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'],
  ...['payment_intent.succeeded', 'payment_intent.payment_failed', 'setup_intent.succeeded'],
  ...['charge.refunded', 'refund.updated', 'refund.failed', 'charge.dispute.created', 'charge.dispute.closed'],
  'customer.deleted',
]

const mostBytes = 1024 * 1024
const toleranceSeconds = 300

/** Which side of Stripe we are on, and with what it signs. */
interface Ear {
  secrets: readonly string[]
  isTest: boolean
}

export function events(stripe: Stripe, ear: Ear): Pick<Payments, 'readEvent' | 'undelivered' | 'customerOf'> {
  return {
    readEvent(body, signature, now) {
      if (!signature || body.byteLength > mostBytes || isFromTheFuture(signature, now)) return null
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      for (const secret of ear.secrets) {
        const event = signedWith(stripe, secret, bytes, signature, now)
        if (event !== undefined) return toldOf(event, ear)
      }
      return null
    },

    async *undelivered(since, signal) {
      const gte = Math.floor(since.getTime() / 1000)
      const all = stripe.events.list({ delivery_success: false, created: { gte }, types: eventTypes, limit: 100 })
      for await (const event of all) {
        signal?.throwIfAborted()
        const told = toldOf(event, ear)
        if (told) yield told
      }
    },

    async customerOf(chargeId) {
      if (!isId(chargeId)) return null
      const { customer } = await stripe.charges.retrieve(chargeId)
      return customer && idOf(customer)
    },
  }
}

function signedWith(stripe: Stripe, secret: string, bytes: Buffer, signature: string, now: Date): unknown {
  try {
    return stripe.webhooks.constructEvent(bytes, signature, secret, toleranceSeconds, undefined, now.getTime())
  } catch {
    return undefined
  }
}

/** The SDK takes what was signed in the future: it would be good for as long as whoever signed it wished. */
const isFromTheFuture = (signature: string, now: Date): boolean =>
  signature
    .split(',')
    .filter(part => part.startsWith('t='))
    .some(part => Number(part.slice(2)) * 1000 > now.getTime() + toleranceSeconds * 1000)

const id = z.string().max(255)
const named = z.union([id, z.object({ id }).transform(one => one.id)]).nullish()
/** As much of it as says what it is about; what it says of that is asked anew. */
const signedEvent = z.object({
  id,
  type: z.string().max(255),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: id.nullish(),
      object: z.string(),
      customer: named,
      charge: named,
      parent: z.object({ subscription_details: z.object({ subscription: named }).nullish() }).nullish(),
    }),
  }),
})

function toldOf(event: unknown, { isTest }: Ear): PaymentEvent | null {
  const read = signedEvent.safeParse(event)
  if (!read.success || read.data.livemode === isTest) return null
  const { object } = read.data.data
  const own = (kind: string): string | null => (object.object === kind ? (object.id ?? null) : null)
  return {
    id: read.data.id,
    type: read.data.type,
    subscriptionId: own('subscription') ?? object.parent?.subscription_details?.subscription ?? null,
    customerId: own('customer') ?? object.customer ?? null,
    chargeId: own('charge') ?? object.charge ?? null,
  }
}
