import { randomUUID } from 'node:crypto'
import type {
  HistoryResponse,
  SendTestNotificationResponse,
  StatusResponse,
  TransactionInfoResponse,
} from '@apple/app-store-server-library'
import { badRequest, invalidTransactionId, transactionIdNotFound } from './errors.ts'
import { type EnvironmentName, latestTransaction, notify, type Purchase, type Shop, type Transaction } from './shop.ts'
import type { Signer } from './signing.ts'

export interface Call {
  shop: Shop
  signing: Signer
  environment: EnvironmentName
  query: URLSearchParams
  id: string
}

export interface Route {
  endpoint: string
  method: 'GET' | 'POST'
  path: RegExp
  /** Supported query parameters. */
  queryParams: readonly string[]
  run(call: Call): object
}

const pageSize = 20

/** https://developer.apple.com/documentation/appstoreserverapi */
export const routes: readonly Route[] = [
  {
    endpoint: 'GET /inApps/v1/subscriptions/:id',
    method: 'GET',
    path: /^\/inApps\/v1\/subscriptions\/([^/]+)$/,
    queryParams: ['status'],
    run: statusesOf,
  },
  {
    endpoint: 'GET /inApps/v2/history/:id',
    method: 'GET',
    path: /^\/inApps\/v2\/history\/([^/]+)$/,
    queryParams: [
      ...['revision', 'startDate', 'endDate', 'productId', 'productType', 'sort'],
      ...['subscriptionGroupIdentifier', 'inAppOwnershipType', 'revoked'],
    ],
    run: historyOf,
  },
  {
    endpoint: 'GET /inApps/v1/transactions/:id',
    method: 'GET',
    path: /^\/inApps\/v1\/transactions\/([^/]+)$/,
    queryParams: [],
    run: ({ signing, ...call }) => {
      const transaction = transactionsOf(purchasesOf(call)).find(it => it.transactionId === call.id)!
      return { signedTransactionInfo: signing.signTransaction(transaction) } satisfies TransactionInfoResponse
    },
  },
  {
    endpoint: 'POST /inApps/v1/notifications/test',
    method: 'POST',
    path: /^\/inApps\/v1\/notifications\/test$/,
    queryParams: [],
    run: ({ shop, environment }) => {
      notify(shop, 'TEST', undefined, null, environment)
      return { testNotificationToken: `${randomUUID()}_${shop.time.now()}` } satisfies SendTestNotificationResponse
    },
  },
]

function statusesOf({ shop, signing, environment, query, id }: Call) {
  const statusFilter = query.getAll('status').map(Number)
  const purchases = purchasesOf({ shop, environment, id }).filter(
    it => !statusFilter.length || statusFilter.includes(it.status),
  )
  return {
    environment,
    bundleId: shop.bundleId,
    appAppleId: shop.appId,
    data: [...Map.groupBy(purchases, ({ group }) => group)].map(([subscriptionGroupIdentifier, all]) => ({
      subscriptionGroupIdentifier,
      lastTransactions: all.map(purchase => ({
        originalTransactionId: purchase.originalTransactionId,
        status: purchase.status,
        signedTransactionInfo: signing.signTransaction(latestTransaction(purchase)),
        signedRenewalInfo: signing.signRenewal(purchase.renewal),
      })),
    })),
  } satisfies StatusResponse
}

function historyOf({ shop, signing, environment, query, id }: Call) {
  const matches = (name: string, value: unknown) => !query.has(name) || query.getAll(name).includes(String(value))
  const isInRange = (at: number) =>
    at >= Number(query.get('startDate') ?? 0) && at <= Number(query.get('endDate') ?? Number.POSITIVE_INFINITY)
  const found = transactionsOf(purchasesOf({ shop, environment, id }))
    .filter(
      it =>
        matches('productId', it.productId) && matches('productType', 'AUTO_RENEWABLE') && isInRange(it.purchaseDate),
    )
    .filter(it => matches('subscriptionGroupIdentifier', it.subscriptionGroupIdentifier))
    .filter(it => matches('inAppOwnershipType', it.inAppOwnershipType))
    .filter(it => matches('revoked', it.revocationDate !== undefined))
    .toSorted((a, b) => a.purchaseDate - b.purchaseDate)
  const ordered = query.get('sort') === 'DESCENDING' ? found.toReversed() : found
  const from = parseRevision(query.get('revision'))
  const page = ordered.slice(from, from + pageSize)
  return {
    revision: `${from + page.length}_${shop.appId}`,
    hasMore: from + page.length < ordered.length,
    bundleId: shop.bundleId,
    appAppleId: shop.appId,
    environment,
    signedTransactions: page.map(signing.signTransaction),
  } satisfies HistoryResponse
}

function parseRevision(revision: string | null): number {
  const from = Number(/^(\d+)_\d+$/.exec(revision ?? '0_0')?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) throw badRequest('Invalid request revision.')
  return from
}

/** All purchases by the customer of a transaction, in the same environment. */
function purchasesOf({ shop, environment, id }: Pick<Call, 'shop' | 'environment' | 'id'>): Purchase[] {
  if (!/^\d{1,19}$/.test(id)) throw invalidTransactionId()
  const here = [...shop.purchases.values()].filter(it => it.environment === environment)
  const customer = here.find(({ transactions }) => transactions.some(it => it.transactionId === id))?.customer
  if (customer === undefined) throw transactionIdNotFound()
  return here.filter(it => it.customer === customer)
}

const transactionsOf = (purchases: readonly Purchase[]): Transaction[] => purchases.flatMap(it => it.transactions)
