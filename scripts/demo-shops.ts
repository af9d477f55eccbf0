import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { startFakeAppStore } from '@recaps/fake-app-store'
import { startFakeGooglePlay } from '@recaps/fake-google-play'
import { appStoreEnv, playEnv, storeProducts, tellOfStores } from '../apps/server/test/store-env.ts'

interface Wish {
  clock: { now(): Date }
  /** Of the demo. */
  url: string
  /** Where what customers do is told to the stores; 0 takes a free one. */
  port: number
}

/**
 * Both stores of phones, for a demo whose apps sell there, and an address for what their customers do: `POST /apple/buy` with
 * the arguments of that control as a list answers what it gives (fakes/app-store/README.md, fakes/google-play/README.md).
 */
export async function openShops({ clock, url, port }: Wish) {
  const given = { clock, products: storeProducts }
  const [apple, google] = await Promise.all([startFakeAppStore(given), startFakeGooglePlay(given)])
  tellOfStores({ apple, google }, url)
  /** Whether its messages arrive; what it did not tell it tells never. */
  const tells =
    ({ webhooks }: typeof apple | typeof google) =>
    (isOn: boolean) =>
      webhooks.setDelivery({ kind: isOn ? 'normal' : 'held' })
  const isAcknowledged = (token: string) => google.state.purchases.get(token)?.isAcknowledged ?? null
  const shops = new Map<string, unknown>([
    ...named('apple', apple),
    ...named('google', google),
    ['/google/isAcknowledged', isAcknowledged] as const,
    ['/apple/tells', tells(apple)] as const,
    ['/google/tells', tells(google)] as const,
  ])

  const server = createServer(async (request, response) => {
    const act = shops.get(request.url ?? '')
    if (typeof act !== 'function') return void response.writeHead(404).end()
    try {
      const answer = (await act(...((await json(request)) as unknown[]))) as unknown
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

const named = (shop: string, controls: object) =>
  Object.entries(controls).map(([name, control]) => [`/${shop}/${name}`, control] as const)
