import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HistoryResponse, LastTransactionsItem } from '@apple/app-store-server-library'
import type { Store, StorePurchase } from '../../../ports/payments.ts'
import type { AppStoreApi } from './api.ts'
import { type AppleStoreConfig, type EnvironmentName, environmentsOf } from './config.ts'
import { appleUnavailable } from './errors.ts'
import { type Period, periodOf, type Renewal, renewalOf } from './period.ts'
import { type PlanOf, storePurchase, type Told } from './purchase.ts'
import { isSigned, type SignedData } from './signed.ts'

const isNumber = (text: string): boolean => /^\d{1,19}$/.test(text)

/**
 * Reads a purchase by a signed transaction or by the number of one. The receipt only tells which it is: how it stands is asked
 * of Apple, and what Apple answers counts as far as it is signed.
 */
export function reading(config: AppleStoreConfig, planOf: PlanOf, signed: SignedData, api: AppStoreApi): Store['read'] {
  const environments = environmentsOf(config)

  /** What a receipt names, and where; null for one that Apple has not signed, or not for here. */
  async function named(receipt: string): Promise<{ id: string; among: EnvironmentName[] } | null> {
    if (isNumber(receipt)) return { id: receipt, among: environments }
    if (!isSigned(receipt)) return null
    for (const environment of environments) {
      const id = (await signed.transaction(receipt, environment))?.originalTransactionId
      if (id && isNumber(id)) return { id, among: [environment] }
    }
    return null
  }

  async function lookedUp(id: string, environment: EnvironmentName): Promise<StorePurchase | null> {
    const [statuses, history] = await Promise.all([api.statuses(id, environment), api.history(id, environment)])
    if (!statuses || !history) return null
    const periods = await periodsOf(history, environment)
    const all = (statuses.data ?? []).flatMap(({ lastTransactions = [] }) => lastTransactions)
    const original = all.some(({ originalTransactionId }) => originalTransactionId === id)
      ? id
      : periods.find(({ transactionId }) => transactionId === id)?.originalTransactionId
    const items = all.filter(({ originalTransactionId }) => originalTransactionId === original)
    const told = await Promise.all(items.map(item => toldBy(item, periods, environment)))
    const newest = told.toSorted((a, b) => b.last.expiresDate.getTime() - a.last.expiresDate.getTime())[0]
    // What has been one of ours and was changed to something else is told of, what never was is not.
    return newest?.periods.some(({ productId }) => planOf(productId)) ? storePurchase(newest, planOf) : null
  }

  async function toldBy(item: LastTransactionsItem, known: readonly Period[], at: EnvironmentName): Promise<Told> {
    const { status, originalTransactionId, signedTransactionInfo = '', signedRenewalInfo = '' } = item
    const [last, renewal] = [await periodIn(signedTransactionInfo, at), await renewalIn(signedRenewalInfo, at)]
    if (!last || !renewal || [last, renewal].some(it => it.originalTransactionId !== originalTransactionId))
      throw senseless('status')
    const before = known.filter(it => it.originalTransactionId === originalTransactionId)
    return { status, last, renewal, periods: [...before.filter(it => it.transactionId !== last.transactionId), last] }
  }

  async function periodIn(jws: string, at: EnvironmentName): Promise<Period | null> {
    const transaction = await signed.transaction(jws, at)
    return transaction && periodOf(transaction)
  }

  async function renewalIn(jws: string, at: EnvironmentName): Promise<Renewal | null> {
    const info = await signed.renewal(jws, at)
    return info && renewalOf(info)
  }

  async function periodsOf({ signedTransactions = [] }: HistoryResponse, at: EnvironmentName): Promise<Period[]> {
    const periods: Period[] = []
    for (const jws of signedTransactions) {
      const period = await periodIn(jws, at)
      if (!period) throw senseless('history')
      periods.push(period)
      // Each takes a few milliseconds, in which nobody else is served.
      await nextTurn()
    }
    return periods
  }

  return async receipt => {
    const asked = await named(receipt)
    let unanswered: unknown
    for (const environment of asked?.among ?? []) {
      try {
        const purchase = await lookedUp(asked!.id, environment)
        if (purchase) return purchase
      } catch (error) {
        // Until an app is for sale Apple refuses its key in production; what was bought for trial is told all the same.
        unanswered ??= error
      }
    }
    if (unanswered) throw unanswered
    return null
  }
}

const senseless = (what: string) => appleUnavailable({ retryable: true, detail: `${what} that Apple has not signed` })
