import { failures } from '@recaps/contract'
import { type BuyablePlanId, buyablePlans } from '@recaps/domain/billing'
import type { FakeStripe } from '../../../../../fakes/stripe/src/index.ts'
import type { MemoryApi } from '../server/memory-api.ts'
import { samplePurchase } from '../server/payment-samples.ts'
import type { World } from '../server/world.ts'

let starting: Promise<FakeStripe> | null = null

/** One stand-in of Stripe for all pictures; its form is what they show. */
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

/** The setup to build a world with; the fake listens from here on. */
export async function fakeSetup(): Promise<World['payments']> {
  const { keys, scriptUrl } = await paymentFake()
  return { provider: 'stripe', publishableKey: keys.publishable, scriptUrl, isTest: true }
}

interface Begun {
  id: string
  latest_invoice: { confirmation_secret: { client_secret: string } }
}

/** Purchases of the server in memory are made at the fake, and count when the fake says so. */
export function buyAtFake(api: MemoryApi) {
  api.break('subscriptions.createPaymentIntent', async () => {
    const planId: BuyablePlanId = 'pro'
    const { id: customer } = await ask<{ id: string }>('customers', { email: 'ada@example.com' })
    const prices = await ask<{ data: { id: string }[] }>(`prices?lookup_keys[]=${planId}`)
    const begun = await ask<Begun>('subscriptions', {
      customer,
      'items[0][price]': prices.data[0]!.id,
      payment_behavior: 'default_incomplete',
      'payment_settings[save_default_payment_method]': 'on_subscription',
      'expand[]': 'latest_invoice.confirmation_secret',
    })
    const secret: string = begun.latest_invoice.confirmation_secret.client_secret
    const purchase = samplePurchase(planId, Date.now(), { status: 'pending', stripeSubscriptionId: begun.id })
    api.world.purchases = [purchase]
    api.world.intents.set(secret.split('_secret_')[0]!, { planId, purchaseId: purchase.id, isPaid: false })
    return Response.json({ paymentIntent: secret, ephemeralKey: 'ek', customer, stripeSubscriptionId: begun.id })
  })
  api.break('subscriptions.purchase', async () => {
    const [purchase] = api.world.purchases
    const { status } = await ask<{ status: string }>(`subscriptions/${purchase!.stripeSubscriptionId}`)
    if (status === 'active') return Response.json(Object.assign(purchase!, { status }))
    const code = 'payment_pending'
    return Response.json({ error: failures[code].sentence, code, requestId: 'x' }, { status: failures[code].status })
  })
}

/** `Answer` names what is looked at of it. */
async function ask<Answer>(path: string, form?: Record<string, string>): Promise<Answer> {
  const fake = await paymentFake()
  const headers = { Authorization: `Bearer ${fake.keys.secret}` }
  const body = form && new URLSearchParams(form)
  const answer = await fetch(`${fake.url}/v1/${path}`, body ? { method: 'POST', headers, body } : { headers })
  if (!answer.ok) throw new Error(`The fake refused ${path}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
