import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@recaps/contract'
import { startStripeTwin } from '@recaps/stripe-twin'
import { startYoutubeTwin } from '@recaps/youtube-twin'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { paymentPoints } from '../src/features/subscriptions/points.ts'
import { soldPrices, stripeEnv } from './payment-server.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually } from './waiting.ts'

/** Killed for real at every point around a charge; whoever was cut off clicks again, or does not. */
describe('a server that is killed around a charge, on the embedded database', async () => {
  const [youtube, stripe] = await Promise.all([startYoutubeTwin(), startStripeTwin({ prices: soldPrices })])
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

  const buy = (client: Client) =>
    client.subscriptions.create({
      body: { subscriptionId: 'basic', paymentMethodId: 'pm_card_visa', isTrial: false },
    })
  const isPaid = (client: Client) =>
    eventually(
      () => client.subscriptions.user(),
      ({ activePlan }) => activePlan.id === 'basic',
    )

  it.each(
    paymentPoints
      .filter(point => point !== 'event-taken')
      .flatMap(point => [true, false].map(isAgain => ({ point, isAgain, next: isAgain ? 'clicked' : 'left' }))),
  )('is paid once and entitled, killed at $point and $next', async ({ point, isAgain }) => {
    const email = `${point}-${isAgain}@example.com`
    const { token } = await server.client('').auth.register({ body: { email, password } })
    const before = stripe.ledger.length
    server.dieAt(point)
    buy(server.client(token)).catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
    const client = server.client(token)
    if (isAgain) await buy(client).catch(() => {})
    await isPaid(client)
    expect(stripe.ledger.length).toBe(before + 1)
    expect((await client.subscriptions.user()).subscriptions).toHaveLength(1)
  })
})
