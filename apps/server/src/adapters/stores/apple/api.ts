import type { AppStoreServerAPIClient, HistoryResponse, StatusResponse } from '@apple/app-store-server-library'
import type { Clock } from '../../../ports/clock.ts'
import { slots } from '../../llm/slots.ts'
import { guardedFetch } from '../../outbound/guarded-fetch.ts'
import type { AppleStoreConfig, EnvironmentName } from './config.ts'
import { appleFailure, isUnknown, tooMuch } from './errors.ts'
import { appleLibrary } from './library.ts'

const hosts: Record<EnvironmentName, string> = {
  Production: 'api.storekit.apple.com',
  Sandbox: 'api.storekit-sandbox.apple.com',
}
const usualDeadlineMs = 10_000
const maxBytes = 2 * 1024 * 1024
/** Apple takes fifty calls a second, in the sandbox five. */
const mostAtOnce = 8

/** What Apple's API tells of the buyer of a transaction. Null where it knows none; throws `ProviderError`. */
export interface AppStoreApi {
  statuses(transactionId: string, environment: EnvironmentName): Promise<StatusResponse | null>
  /** The newest twenty. */
  history(transactionId: string, environment: EnvironmentName): Promise<HistoryResponse | null>
}

export function appStoreApi(config: AppleStoreConfig, clock: Clock): AppStoreApi {
  const { url, deadlineMs = usualDeadlineMs } = config
  const ask = guardedFetch({ hosts: new Set(Object.values(hosts)), ...(url ? { fakeUrl: url } : {}) })
  const lines = slots(mostAtOnce)
  const clients = new Map<EnvironmentName, AppStoreServerAPIClient>()

  async function clientOf(environment: EnvironmentName): Promise<AppStoreServerAPIClient> {
    const known = clients.get(environment)
    if (known) return known
    const { AppStoreServerAPIClient, Environment } = await appleLibrary()
    const { privateKey, keyId, issuerId, bundleId } = config
    const which = environment === 'Sandbox' ? Environment.SANDBOX : Environment.PRODUCTION
    const client = new AppStoreServerAPIClient(privateKey, keyId, issuerId, bundleId, which)
    // Its own way out has no deadline, and leads nowhere but to Apple.
    Object.assign(client, { makeFetchRequest: over(environment) })
    clients.set(environment, client)
    return client
  }

  const over =
    (environment: EnvironmentName) =>
    async (path: string, query: URLSearchParams, _: string, __: unknown, headers: Record<string, string>) => {
      const request = { url: `https://${hosts[environment]}${path}?${query}`, headers, deadlineMs, maxBytes }
      const waiting = AbortSignal.timeout(deadlineMs)
      const { status, body, headers: answered } = await lines.run(() => ask(request), waiting)
      if (status === 429) throw tooMuch(answered.get('retry-after'), clock.now())
      const text = Buffer.from(body).toString('utf8')
      return { ok: status >= 200 && status < 300, status, json: async (): Promise<unknown> => JSON.parse(text) }
    }

  async function told<T>(environment: EnvironmentName, call: (client: AppStoreServerAPIClient) => Promise<T>) {
    const library = await appleLibrary()
    const client = await clientOf(environment)
    return call(client).catch((error: unknown) => {
      if (isUnknown(error, library)) return null
      throw appleFailure(error, library)
    })
  }

  return {
    statuses: (id, environment) => told(environment, client => client.getAllSubscriptionStatuses(id)),
    async history(id, environment) {
      const { GetTransactionHistoryVersion, Order, ProductType } = await appleLibrary()
      const wanted = { sort: Order.DESCENDING, productTypes: [ProductType.AUTO_RENEWABLE] }
      return told(environment, client =>
        client.getTransactionHistory(id, null, wanted, GetTransactionHistoryVersion.V2),
      )
    },
  }
}
