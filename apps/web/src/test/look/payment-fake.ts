import { failures } from '@recaps/contract'
import { type BuyablePlanId, buyablePlans } from '@recaps/domain/billing'
import type { FakeStripe } from '../../../../../fakes/stripe/src/index.ts'
import type { MemoryApi } from '../server/memory-api.ts'
import { samplePurchase } from '../server/payment-samples.ts'
import type { World } from '../server/world.ts'

let starting: Promise<FakeStripe> | null = null

/** A single fake Stripe for all screenshots, which show its form. */
const paymentFake = () => {
  starting ??= startFake()
  return starting
}

async function startFake(): Promise<FakeStripe> {
  const { startFakeStripe } = await import('../../../../../fakes/stripe/src/index.ts')
  return startFakeStripe({
    prices: buyablePlans.map(({ id, title, priceCents }) => ({
      lookupKey: id,
      name: title,
      unitAmountCents: priceCents,
    })),
  })
}

export const closePaymentFake = async () => void (await (await starting)?.close())

/** Payment setup for a world. Starts the fake. */
export async function fakePaymentSetup(): Promise<World['payments']> {
  const { keys, scriptUrl } = await paymentFake()
  return { provider: 'stripe', publishableKey: keys.publishable, scriptUrl, isTest: true }
}

interface CreatedSubscription {
  id: string
  latest_invoice: { confirmation_secret: { client_secret: string } }
}

/** Makes the memory server buy from the fake Stripe. A purchase becomes active when the fake reports it. */
export function buyAtFake(api: MemoryApi) {
  api.break('subscriptions.createPaymentIntent', async () => {
    const planId: BuyablePlanId = 'pro'
    const { id: customer } = await requestFake<{ id: string }>('customers', { email: 'ada@example.com' })
    const prices = await requestFake<{ data: { id: string }[] }>(`prices?lookup_keys[]=${planId}`)
    const created = await requestFake<CreatedSubscription>('subscriptions', {
      customer,
      'items[0][price]': prices.data[0]!.id,
      payment_behavior: 'default_incomplete',
      'payment_settings[save_default_payment_method]': 'on_subscription',
      'expand[]': 'latest_invoice.confirmation_secret',
    })
    const secret: string = created.latest_invoice.confirmation_secret.client_secret
    const purchase = samplePurchase(planId, Date.now(), { status: 'pending', stripeSubscriptionId: created.id })
    api.world.purchases = [purchase]
    api.world.intents.set(secret.split('_secret_')[0]!, { planId, purchaseId: purchase.id, isPaid: false })
    return Response.json({ paymentIntent: secret, ephemeralKey: 'ek', customer, stripeSubscriptionId: created.id })
  })
  api.break('subscriptions.purchase', async () => {
    const [purchase] = api.world.purchases
    const { status } = await requestFake<{ status: string }>(`subscriptions/${purchase!.stripeSubscriptionId}`)
    if (status === 'active') return Response.json(Object.assign(purchase!, { status }))
    const code = 'payment_pending'
    return Response.json({ error: failures[code].sentence, code, requestId: 'x' }, { status: failures[code].status })
  })
}

/** `Body` lists the fields that are used. */
async function requestFake<Body>(path: string, form?: Record<string, string>): Promise<Body> {
  const fake = await paymentFake()
  const headers = { Authorization: `Bearer ${fake.keys.secret}` }
  const body = form && new URLSearchParams(form)
  const response = await fetch(`${fake.url}/v1/${path}`, body ? { method: 'POST', headers, body } : { headers })
  if (!response.ok) throw new Error(`The fake rejected ${path}: ${await response.text()}`)
  return (await response.json()) as Body
}
