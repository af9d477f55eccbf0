import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { asOperator } from './operator.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { appStoreEnv, playEnv, registerStoreWebhooks } from './store-env.ts'
import { createShops, startStores, storePurchaseRequest } from './store-server.ts'
import { eventually } from './wait-for.ts'

/** The server is killed while it handles a purchase in a store. Afterwards the app either reports the purchase again or does not. */
describe('a server that is killed around a purchase in a store, on the embedded database', async () => {
  const [youtube, stores] = await Promise.all([startFakeYoutube(), startStores()])
  const { apple, google } = createShops(stores)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-store-kill-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = {
    ...{ DATA_DIR: dataDir, YOUTUBE_URL: youtube.url, THREADS: '2', DEFAULT_PLAN: 'free' },
    ...appStoreEnv(stores.apple),
    ...playEnv(stores.google),
  }
  let server: ServerProcess

  beforeAll(async () => {
    for (const { webhooks } of [stores.apple, stores.google]) webhooks.setDelivery({ kind: 'held' })
    server = await forkServer(env).serving
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    await Promise.all([youtube.close(), stores.apple.close(), stores.google.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  const newUser = async (name: string) => {
    const { token } = await server.client('').auth.register({ body: { email: `${name}@example.com`, password } })
    const { stores: setup } = await server.client(token).subscriptions.user()
    return { token, accountToken: setup.accountToken }
  }
  async function untilRestarted(): Promise<void> {
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
  }
  async function untilActivated(token: string, receipt: string): Promise<void> {
    const { subscriptions } = await eventually(
      () => server.client(token).subscriptions.user(),
      ({ activePlan }) => activePlan.id === 'basic',
    )
    expect(subscriptions).toMatchObject([{ status: 'active' }])
    const purchase = stores.google.state.purchases.get(receipt)
    if (!purchase) return
    // Waits even if Google knows already: unfinished work would reach the kill point of a later test.
    await eventually(
      async () => await (await fetch(`${server.url}/metrics`, { headers: asOperator(dataDir) })).text(),
      figures => /^recaps_store_acknowledgements_total\{outcome="done"\} [1-9]/m.test(figures),
    )
    expect(purchase.isAcknowledged).toBe(true)
  }

  it.each(
    (['purchase-written', 'purchase-acknowledged'] as const).flatMap(point =>
      [true, false].map(isRetried => ({ point, isRetried, next: isRetried ? 'reports it again' : 'does nothing' })),
    ),
  )(
    'a Google Play purchase is activated and acknowledged once when the server is killed at $point and the app $next',
    async ({ point, isRetried }) => {
      const { token, accountToken } = await newUser(`${point}-${isRetried}`)
      const body = storePurchaseRequest(google, google.buy(accountToken, 'basic'))
      server.dieAt(point)
      server
        .client(token)
        .subscriptions.purchase({ body })
        .catch(() => {})
      await untilRestarted()
      if (isRetried)
        expect(await server.client(token).subscriptions.purchase({ body })).toMatchObject({ status: 'active' })
      await untilActivated(token, body.transactionId)
    },
  )

  it.each([apple, google])(
    'a store purchase is activated although its webhook message killed the server: $provider',
    async shop => {
      const { token, accountToken } = await newUser(`message-of-${shop.provider}`)
      const receipt = shop.buy(accountToken, 'basic')
      registerStoreWebhooks(stores, server.url)
      server.dieAt('event-taken')
      const { webhooks } = stores[shop.provider]
      const message = webhooks.held.at(-1)! as never
      await webhooks.deliver([message])
      await untilRestarted()
      await untilActivated(token, receipt)
    },
  )
})
