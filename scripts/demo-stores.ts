import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { startFakeAppStore } from '@recaps/fake-app-store'
import { startFakeGooglePlay } from '@recaps/fake-google-play'
import { appStoreEnv, playEnv, registerStoreWebhooks, storeProducts } from '../apps/server/test/store-env.ts'

interface DemoStoresOptions {
  clock: { now(): Date }
  /** URL of the demo. */
  url: string
  /** Port of the controls for the stores' customers; 0 picks a free one. */
  port: number
}

/**
 * Starts both fake app stores for a demo whose apps sell there, and an HTTP server for their controls: `POST /apple/buy` with a
 * JSON array of arguments returns the control's result (see fakes/app-store/README.md and fakes/google-play/README.md).
 */
export async function startDemoStores({ clock, url, port }: DemoStoresOptions) {
  const storeOptions = { clock, products: storeProducts }
  const [apple, google] = await Promise.all([startFakeAppStore(storeOptions), startFakeGooglePlay(storeOptions)])
  registerStoreWebhooks({ apple, google }, url)
  /** Turns webhooks on or off. Webhooks that were off are never sent. */
  const setWebhooks =
    ({ webhooks }: typeof apple | typeof google) =>
    (isOn: boolean) =>
      webhooks.setDelivery({ kind: isOn ? 'normal' : 'held' })
  const isAcknowledged = (token: string) => google.state.purchases.get(token)?.isAcknowledged ?? null
  const controls = new Map<string, unknown>([
    ...controlPaths('apple', apple),
    ...controlPaths('google', google),
    ['/google/isAcknowledged', isAcknowledged] as const,
    ['/apple/deliverWebhooks', setWebhooks(apple)] as const,
    ['/google/deliverWebhooks', setWebhooks(google)] as const,
  ])

  const server = createServer(async (request, response) => {
    const control = controls.get(request.url ?? '')
    if (typeof control !== 'function') return void response.writeHead(404).end()
    try {
      const answer = (await control(...((await json(request)) as unknown[]))) as unknown
      response.end(JSON.stringify(answer ?? null))
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    env: { STORE_BILLING: 'on', ...appStoreEnv(apple), ...playEnv(google) },
    async close() {
      server.close()
      await Promise.all([apple.close(), google.close()])
    },
  }
}

const controlPaths = (shop: string, controls: object) =>
  Object.entries(controls).map(([name, control]) => [`/${shop}/${name}`, control] as const)
