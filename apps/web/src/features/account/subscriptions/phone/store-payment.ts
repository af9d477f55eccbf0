import type { Client, MonthlyUsageResponse } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { toProblem } from '../../../../api/problem.ts'
import type { OwnedPurchase, StoreResult } from '../../../../device/store-purchases.ts'
import {
  claimPurchase,
  getPurchaseOwner,
  isClaimRetryable,
  planForProduct,
} from '../../../subscriptions/phone/store-claims.ts'
import type { PhoneStore } from '../../../subscriptions/phone-store.ts'
import { storeTexts } from './phone-texts.ts'

export type StoreStep =
  | { kind: 'ready'; isBuying: boolean; problem: string | null }
  /** Bought in the store; the server is being notified. */
  | { kind: 'settling' }
  /** The store is waiting for payment, or for approval by someone else. */
  | { kind: 'pending' }
  /** Paid, but the server couldn't be notified. */
  | { kind: 'untold' }
  | { kind: 'done'; month: MonthlyUsageResponse }
  /** A cheaper plan that starts when the current one ends. */
  | { kind: 'later'; at: string }
  | { kind: 'failed'; problem: string }

export interface StorePayment {
  buy(): Promise<void>
  /** Notifies the server again after `untold`. */
  retryClaim(): Promise<void>
  close(): void
}

/** How long we retry notifying the server before the user can close the sheet. */
const maxWaitMs = 45_000
const firstPauseMs = 2000

/**
 * Runs one purchase from the store's sheet until the server confirms the plan. Calls `onStep` for every step, but never
 * after `close`.
 */
export function createStorePayment(
  client: Client,
  store: PhoneStore,
  planId: BuyablePlanId,
  onStep: (step: StoreStep) => void,
  pause: (ms: number) => Promise<void> = ms => new Promise(resolve => setTimeout(resolve, ms)),
): StorePayment {
  const { purchases, products, accountToken } = store
  const controller = new AbortController()
  let isBuying = false
  let bought: OwnedPurchase | null = null
  const report = (step: StoreStep) => void (controller.signal.aborted || onStep(step))
  const ready = (problem: string | null) => report({ kind: 'ready', isBuying: false, problem })
  const fail = (problem: string) => report({ kind: 'failed', problem })

  /**
   * Handles a plan that the store account already owns: claims it if it is the user's, and reports it if it belongs to
   * another account.
   */
  async function handleOwned(): Promise<boolean> {
    const owned = (await purchases.ownedPurchases()).filter(
      purchase => !purchase.isPending && planForProduct(store, purchase.productId),
    )
    if (owned.some(purchase => getPurchaseOwner(purchase, store) === 'another')) {
      fail(storeTexts.otherAccount(store.name))
      return true
    }
    bought = owned.find(purchase => purchase.productId === products[planId]) ?? null
    if (bought) await claim()
    return bought !== null
  }

  async function buy() {
    if (isBuying) return
    isBuying = true
    report({ kind: 'ready', isBuying: true, problem: null })
    try {
      if (await handleOwned()) return
      await handleResult(await purchases.buy(products[planId], accountToken))
    } catch (error) {
      console.error('Store purchase failed:', error)
      ready(storeTexts.unreachable(store.name))
    } finally {
      isBuying = false
    }
  }

  async function handleResult(result: StoreResult) {
    switch (result.kind) {
      case 'bought':
        bought = result.purchase
        return await claim()
      case 'closed':
        return ready(null)
      case 'pending':
        return report({ kind: 'pending' })
      case 'owned':
        return (await handleOwned()) ? undefined : ready(storeTexts.refused(store.name))
      case 'refused':
        return ready(storeTexts.refused(store.name))
    }
  }

  async function claim() {
    const purchase = bought
    if (!purchase) return
    report({ kind: 'settling' })
    let pauseMs = firstPauseMs
    // Already paid, so the server must be notified even if the sheet was closed.
    for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pauseMs) {
      if (waitedMs > 0) pauseMs *= 2
      try {
        await claimPurchase(client, store, purchase, planId)
        return controller.signal.aborted ? undefined : await reportActivePlan()
      } catch (error) {
        if (!isClaimRetryable(error)) return fail(toProblem(error).sentence)
      }
      await pause(pauseMs)
    }
    report({ kind: 'untold' })
  }

  async function reportActivePlan() {
    const { subscriptions, month } = await client.subscriptions.user({}, { signal: controller.signal })
    const next = subscriptions.find(({ status }) => status === 'active')?.nextPlan
    if (next?.subscriptionId === planId) report({ kind: 'later', at: next.at })
    else report({ kind: 'done', month })
  }

  return { buy, retryClaim: claim, close: () => controller.abort() }
}
