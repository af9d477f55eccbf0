import type { AppStoreServerAPIClient, HistoryResponse, StatusResponse } from '@apple/app-store-server-library'
import type { Clock } from '../../../ports/clock.ts'
import { taskLimiter } from '../../llm/task-limiter.ts'
import { guardedFetch } from '../../outbound/guarded-fetch.ts'
import type { AppleStoreConfig, EnvironmentName } from './config.ts'
import { fromAppleError, isUnknownTransaction, rateLimitError } from './errors.ts'
import { appleLibrary } from './library.ts'

const hosts: Record<EnvironmentName, string> = {
  Production: 'api.storekit.apple.com',
  Sandbox: 'api.storekit-sandbox.apple.com',
}
const defaultDeadlineMs = 10_000
const maxBytes = 2 * 1024 * 1024
/** Apple allows 50 calls a second, in the sandbox 5. */
const maxConcurrent = 8

/** Apple's App Store Server API. Returns null for unknown transactions; throws `ProviderError`. */
export interface AppStoreApi {
  statuses(transactionId: string, environment: EnvironmentName): Promise<StatusResponse | null>
  /** The latest twenty transactions. */
  history(transactionId: string, environment: EnvironmentName): Promise<HistoryResponse | null>
}

export function appStoreApi(config: AppleStoreConfig, clock: Clock): AppStoreApi {
  const { url, deadlineMs = defaultDeadlineMs } = config
  const send = guardedFetch({ hosts: new Set(Object.values(hosts)), ...(url ? { fakeUrl: url } : {}) })
  const limiter = taskLimiter(maxConcurrent)
  const clients = new Map<EnvironmentName, AppStoreServerAPIClient>()

  async function getClient(environment: EnvironmentName): Promise<AppStoreServerAPIClient> {
    const existing = clients.get(environment)
    if (existing) return existing
    const { AppStoreServerAPIClient, Environment } = await appleLibrary()
    const { privateKey, keyId, issuerId, bundleId } = config
    const libraryEnvironment = environment === 'Sandbox' ? Environment.SANDBOX : Environment.PRODUCTION
    const client = new AppStoreServerAPIClient(privateKey, keyId, issuerId, bundleId, libraryEnvironment)
    // The library's own fetch has no timeout and can't call a fake.
    Object.assign(client, { makeFetchRequest: fetchIn(environment) })
    clients.set(environment, client)
    return client
  }

  const fetchIn =
    (environment: EnvironmentName) =>
    async (path: string, query: URLSearchParams, _: string, __: unknown, headers: Record<string, string>) => {
      const request = { url: `https://${hosts[environment]}${path}?${query}`, headers, deadlineMs, maxBytes }
      const timeout = AbortSignal.timeout(deadlineMs)
      const { status, body, headers: responseHeaders } = await limiter.run(() => send(request), timeout)
      if (status === 429) throw rateLimitError(responseHeaders.get('retry-after'), clock.now())
      const text = Buffer.from(body).toString('utf8')
      return { ok: status >= 200 && status < 300, status, json: async (): Promise<unknown> => JSON.parse(text) }
    }

  async function callApi<T>(environment: EnvironmentName, call: (client: AppStoreServerAPIClient) => Promise<T>) {
    const library = await appleLibrary()
    const client = await getClient(environment)
    return call(client).catch((error: unknown) => {
      if (isUnknownTransaction(error, library)) return null
      throw fromAppleError(error, library)
    })
  }

  return {
    statuses: (id, environment) => callApi(environment, client => client.getAllSubscriptionStatuses(id)),
    async history(id, environment) {
      const { GetTransactionHistoryVersion, Order, ProductType } = await appleLibrary()
      const filter = { sort: Order.DESCENDING, productTypes: [ProductType.AUTO_RENEWABLE] }
      return callApi(environment, client =>
        client.getTransactionHistory(id, null, filter, GetTransactionHistoryVersion.V2),
      )
    },
  }
}
