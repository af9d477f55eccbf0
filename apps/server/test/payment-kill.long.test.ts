import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@recaps/contract'
import { startFakeStripe } from '@recaps/fake-stripe'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { paymentKillPoints } from '../src/features/subscriptions/kill-points.ts'
import { systemClock } from '../src/ports/clock.ts'
import { sample } from './extent.ts'
import { findEntitlementErrors, findLedgerDifferences } from './payment-audit.ts'
import { cardPurchaseRequest, confirmPaymentIntent, signingSecret, stripeEnv, testPrices } from './payment-server.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually } from './wait-for.ts'

/** The server is killed at every kill point of a charge. Afterwards the client either repeats the call or gives up. */
describe('a server that is killed around a charge, on the embedded database', async () => {
  const [youtube, stripe] = await Promise.all([startFakeYoutube(), startFakeStripe({ prices: testPrices })])
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-payment-kill-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = { DATA_DIR: dataDir, YOUTUBE_URL: youtube.url, THREADS: '2', DEFAULT_PLAN: 'free', ...stripeEnv(stripe) }
  let server: ServerProcess

  beforeAll(async () => {
    server = await forkServer(env).serving
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    await Promise.all([youtube.close(), stripe.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  const newUser = async (name: string): Promise<string> => {
    const body = { email: `${name}@example.com`, password }
    return (await server.client('').auth.register({ body })).token
  }
  const buy = ({ subscriptions }: Client) =>
    subscriptions.create({ body: { subscriptionId: 'basic', paymentMethodId: 'pm_card_visa', isTrial: false } })
  const startPayment = ({ subscriptions }: Client) =>
    subscriptions.createPaymentIntent({ body: { subscriptionId: 'basic', currency: 'usd' } })
  const upgrade = ({ subscriptions }: Client) => subscriptions.change({ body: { subscriptionId: 'pro' } })
  const untilPlan = (client: Client, plan: string) =>
    eventually(
      () => client.subscriptions.user(),
      ({ activePlan }) => activePlan.id === plan,
    )
  /** Kills the server at a point during the call, and restarts it. */
  async function killAt(point: (typeof paymentKillPoints)[number], call: () => Promise<unknown>): Promise<void> {
    server.dieAt(point)
    call().catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
  }

  // Webhooks and stores have tests of their own. Purchases are also refreshed later, so that these points would kill the next test.
  const elsewhere: readonly string[] = ['event-taken', 'purchase-written', 'purchase-acknowledged']
  const chargePoints = paymentKillPoints.filter(point => !elsewhere.includes(point))
  const withAndWithoutRetry = (points: readonly (typeof paymentKillPoints)[number][]) =>
    points.flatMap(point =>
      [true, false].map(isRetried => ({ point, isRetried, next: isRetried ? 'retries' : 'gives up' })),
    )

  it.each(sample(withAndWithoutRetry(chargePoints), 3))(
    'a purchase is charged once and grants the plan when the server is killed at $point and the user $next',
    async ({ point, isRetried }) => {
      const token = await newUser(`buy-${point}-${isRetried}`)
      const before = stripe.ledger.length
      await killAt(point, () => buy(server.client(token)))
      const client = server.client(token)
      if (isRetried) await buy(client).catch(() => {})
      await untilPlan(client, 'basic')
      expect(stripe.ledger.length).toBe(before + 1)
      expect((await client.subscriptions.user()).subscriptions).toHaveLength(1)
    },
  )

  it.each(sample(chargePoints, 3))(
    'a payment is charged once when the server is killed at %s and the user starts it again',
    async point => {
      const token = await newUser(`begin-${point}`)
      const before = stripe.ledger.length
      await killAt(point, () => startPayment(server.client(token)))
      const client = server.client(token)
      const started = await startPayment(client)
      await confirmPaymentIntent(stripe, started.paymentIntent)
      await client.subscriptions.purchase({ body: cardPurchaseRequest('basic', started) })
      await untilPlan(client, 'basic')
      expect(stripe.ledger.length).toBe(before + 1)
    },
  )

  it.each(sample(withAndWithoutRetry(chargePoints.filter(point => point !== 'customer-kept')), 3))(
    'an upgrade is charged once and grants the plan when the server is killed at $point and the user $next',
    async ({ point, isRetried }) => {
      const token = await newUser(`upgrade-${point}-${isRetried}`)
      await buy(server.client(token))
      const before = stripe.ledger.length
      await killAt(point, () => upgrade(server.client(token)))
      const client = server.client(token)
      if (isRetried) await upgrade(client).catch(() => {})
      await untilPlan(client, 'pro')
      expect(stripe.ledger.length).toBe(before + 1)
    },
  )

  it('a payment is processed after the server was killed while receiving its webhook event', async () => {
    const token = await newUser('webhook')
    const { paymentIntent } = await startPayment(server.client(token))
    const hook = (url: string) => `${url}/api/subscriptions/webhook`
    const endpoint = stripe.webhooks.register({ url: hook(server.url), secret: signingSecret })
    await killAt('event-taken', () => confirmPaymentIntent(stripe, paymentIntent))
    endpoint.url = hook(server.url)
    await untilPlan(server.client(token), 'basic')
    stripe.webhooks.unregister(endpoint.id)
  })

  it('after all kills, no user was charged twice or has a plan without a payment', async () => {
    await server.kill('SIGKILL')
    const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined }, systemClock)
    const planOf = async (userId: number) => {
      const row = await db
        .selectFrom('user_subscriptions')
        .select('plan_id')
        .where('user_id', '=', userId)
        .where('status', '=', 'active')
        .executeTakeFirst()
      return row?.plan_id ?? 'free'
    }
    expect(await findLedgerDifferences(db, stripe)).toEqual([])
    expect(await findEntitlementErrors(db, stripe, planOf)).toEqual([])
    await close()
  })
})
