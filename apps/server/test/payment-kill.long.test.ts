import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@recaps/contract'
import { startFakeStripe } from '@recaps/fake-stripe'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { paymentPoints } from '../src/features/subscriptions/points.ts'
import { systemClock } from '../src/ports/clock.ts'
import { inTurn } from './extent.ts'
import { injustices, moneyDifferences } from './payment-audit.ts'
import { claimOf, payAs, signingSecret, soldPrices, stripeEnv } from './payment-server.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually } from './waiting.ts'

/** Killed for real at every point around a charge; whoever was cut off clicks again, or does not. */
describe('a server that is killed around a charge, on the embedded database', async () => {
  const [youtube, stripe] = await Promise.all([startFakeYoutube(), startFakeStripe({ prices: soldPrices })])
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

  const newcomer = async (name: string): Promise<string> => {
    const body = { email: `${name}@example.com`, password }
    return (await server.client('').auth.register({ body })).token
  }
  const buy = ({ subscriptions }: Client) =>
    subscriptions.create({ body: { subscriptionId: 'basic', paymentMethodId: 'pm_card_visa', isTrial: false } })
  const begin = ({ subscriptions }: Client) =>
    subscriptions.createPaymentIntent({ body: { subscriptionId: 'basic', currency: 'usd' } })
  const upgrade = ({ subscriptions }: Client) => subscriptions.change({ body: { subscriptionId: 'pro' } })
  const has = (client: Client, plan: string) =>
    eventually(
      () => client.subscriptions.user(),
      ({ activePlan }) => activePlan.id === plan,
    )
  /** The server dies there under the call, and another one takes its place. */
  async function killedAt(point: (typeof paymentPoints)[number], call: () => Promise<unknown>): Promise<void> {
    server.dieAt(point)
    call().catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
  }

  // Those of messages and stores have their own; what is looked at later would die for who comes next.
  const elsewhere: readonly string[] = ['event-taken', 'purchase-written', 'purchase-acknowledged']
  const onTheWay = paymentPoints.filter(point => !elsewhere.includes(point))
  const thenOrNot = (points: readonly (typeof paymentPoints)[number][]) =>
    points.flatMap(point => [true, false].map(isAgain => ({ point, isAgain, next: isAgain ? 'clicked' : 'left' })))

  it.each(inTurn(thenOrNot(onTheWay), 3))(
    'is paid once and entitled, killed at $point and $next',
    async ({ point, isAgain }) => {
      const token = await newcomer(`buy-${point}-${isAgain}`)
      const before = stripe.ledger.length
      await killedAt(point, () => buy(server.client(token)))
      const client = server.client(token)
      if (isAgain) await buy(client).catch(() => {})
      await has(client, 'basic')
      expect(stripe.ledger.length).toBe(before + 1)
      expect((await client.subscriptions.user()).subscriptions).toHaveLength(1)
    },
  )

  it.each(inTurn(onTheWay, 3))('is begun once, killed at %s, and paid once by whoever begins again', async point => {
    const token = await newcomer(`begin-${point}`)
    const before = stripe.ledger.length
    await killedAt(point, () => begin(server.client(token)))
    const client = server.client(token)
    const begun = await begin(client)
    await payAs(stripe, begun.paymentIntent)
    await client.subscriptions.purchase({ body: claimOf('basic', begun) })
    await has(client, 'basic')
    expect(stripe.ledger.length).toBe(before + 1)
  })

  it.each(inTurn(thenOrNot(onTheWay.filter(point => point !== 'customer-kept')), 3))(
    'is paid once and entitled for the better plan, killed at $point and $next',
    async ({ point, isAgain }) => {
      const token = await newcomer(`upgrade-${point}-${isAgain}`)
      await buy(server.client(token))
      const before = stripe.ledger.length
      await killedAt(point, () => upgrade(server.client(token)))
      const client = server.client(token)
      if (isAgain) await upgrade(client).catch(() => {})
      await has(client, 'pro')
      expect(stripe.ledger.length).toBe(before + 1)
    },
  )

  it('learns of a payment whose event it was told of when it was killed', async () => {
    const token = await newcomer('told')
    const { paymentIntent } = await begin(server.client(token))
    const hook = (url: string) => `${url}/api/subscriptions/webhook`
    const endpoint = stripe.webhooks.register({ url: hook(server.url), secret: signingSecret })
    await killedAt('event-taken', () => payAs(stripe, paymentIntent))
    endpoint.url = hook(server.url)
    await has(server.client(token), 'basic')
    stripe.webhooks.unregister(endpoint.id)
  })

  it('has taken nothing twice and given nothing for nothing, in all of it', async () => {
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
    expect(await moneyDifferences(db, stripe)).toEqual([])
    expect(await injustices(db, stripe, planOf)).toEqual([])
    await close()
  })
})
