import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HistoryResponse, LastTransactionsItem } from '@apple/app-store-server-library'
import type { Store, StorePurchase } from '../../../ports/payments.ts'
import type { AppStoreApi } from './api.ts'
import { type AppleStoreConfig, type EnvironmentName, enabledEnvironments } from './config.ts'
import { appleUnavailable } from './errors.ts'
import { type Period, parsePeriod, parseRenewal, type Renewal } from './period.ts'
import { type AppleSubscriptionData, type PlanForProduct, toApplePurchase } from './purchase.ts'
import { isSigned, type SignedData } from './signed-data.ts'

const isNumber = (text: string): boolean => /^\d{1,19}$/.test(text)

/**
 * Reads a purchase by a signed transaction or a transaction id. The receipt only identifies the purchase: its state is fetched from
 * Apple, and only signed parts of the response are used.
 */
export function applePurchaseReader(
  config: AppleStoreConfig,
  planOf: PlanForProduct,
  signed: SignedData,
  api: AppStoreApi,
): Store['read'] {
  const environments = enabledEnvironments(config)

  /** The transaction id of a receipt and the environments to search. Null if Apple did not sign it for this app and environment. */
  async function identify(receipt: string): Promise<{ id: string; environments: EnvironmentName[] } | null> {
    if (isNumber(receipt)) return { id: receipt, environments }
    if (!isSigned(receipt)) return null
    for (const environment of environments) {
      const id = (await signed.transaction(receipt, environment))?.originalTransactionId
      if (id && isNumber(id)) return { id, environments: [environment] }
    }
    return null
  }

  async function fetchPurchase(id: string, environment: EnvironmentName): Promise<StorePurchase | null> {
    const [statuses, history] = await Promise.all([api.statuses(id, environment), api.history(id, environment)])
    if (!statuses || !history) return null
    const periods = await readPeriods(history, environment)
    const all = (statuses.data ?? []).flatMap(({ lastTransactions = [] }) => lastTransactions)
    const original = all.some(({ originalTransactionId }) => originalTransactionId === id)
      ? id
      : periods.find(({ transactionId }) => transactionId === id)?.originalTransactionId
    const items = all.filter(({ originalTransactionId }) => originalTransactionId === original)
    const subscriptions = await Promise.all(items.map(item => readItem(item, periods, environment)))
    const latest = subscriptions.toSorted((a, b) => b.last.expiresDate.getTime() - a.last.expiresDate.getTime())[0]
    // A subscription that once was for one of our plans counts, even if it was changed to another product.
    return latest?.periods.some(({ productId }) => planOf(productId)) ? toApplePurchase(latest, planOf) : null
  }

  async function readItem(
    item: LastTransactionsItem,
    history: readonly Period[],
    environment: EnvironmentName,
  ): Promise<AppleSubscriptionData> {
    const { status, originalTransactionId, signedTransactionInfo = '', signedRenewalInfo = '' } = item
    const [last, renewal] = [
      await readPeriod(signedTransactionInfo, environment),
      await readRenewal(signedRenewalInfo, environment),
    ]
    if (!last || !renewal || [last, renewal].some(it => it.originalTransactionId !== originalTransactionId))
      throw unsigned('status')
    const previous = history.filter(it => it.originalTransactionId === originalTransactionId)
    return { status, last, renewal, periods: [...previous.filter(it => it.transactionId !== last.transactionId), last] }
  }

  async function readPeriod(jws: string, environment: EnvironmentName): Promise<Period | null> {
    const transaction = await signed.transaction(jws, environment)
    return transaction && parsePeriod(transaction)
  }

  async function readRenewal(jws: string, environment: EnvironmentName): Promise<Renewal | null> {
    const info = await signed.renewal(jws, environment)
    return info && parseRenewal(info)
  }

  async function readPeriods(
    { signedTransactions = [] }: HistoryResponse,
    environment: EnvironmentName,
  ): Promise<Period[]> {
    const periods: Period[] = []
    for (const jws of signedTransactions) {
      const period = await readPeriod(jws, environment)
      if (!period) throw unsigned('history')
      periods.push(period)
      // Verifying takes a few milliseconds each; don't block the event loop.
      await nextTurn()
    }
    return periods
  }

  return async receipt => {
    const target = await identify(receipt)
    let firstError: unknown
    for (const environment of target?.environments ?? []) {
      try {
        const purchase = await fetchPurchase(target!.id, environment)
        if (purchase) return purchase
      } catch (error) {
        // Apple rejects the key in production until the app is released. Sandbox purchases must work before.
        firstError ??= error
      }
    }
    if (firstError) throw firstError
    return null
  }
}

const unsigned = (part: string) => appleUnavailable({ retryable: true, detail: `${part} not signed by Apple` })
