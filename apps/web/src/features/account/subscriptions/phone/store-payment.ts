import type { Client, MonthlyUseResponse } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { problemOf } from '../../../../api/problem.ts'
import type { HeldPurchase, StoreResult } from '../../../../device/store-purchases.ts'
import { claimPurchase, mayBeTaken, planOfProduct, whoseIs } from '../../../subscriptions/phone/store-claims.ts'
import type { StoreHere } from '../../../subscriptions/store-here.ts'
import { inStore as words } from './phone-texts.ts'

export type StoreStep =
  | { kind: 'ready'; isBuying: boolean; problem: string | null }
  /** The store has it; the server is being told. */
  | { kind: 'settling' }
  /** The store waits for money, or for somebody who must agree. */
  | { kind: 'pending' }
  /** Paid, and the server could not be told. */
  | { kind: 'untold' }
  | { kind: 'done'; month: MonthlyUseResponse }
  /** The cheaper plan follows the one there is. */
  | { kind: 'later'; at: string }
  | { kind: 'failed'; problem: string }

export interface StorePayment {
  buy(): Promise<void>
  /** Tells the server once more. */
  tellAgain(): Promise<void>
  close(): void
}

/** For so long the server is told again, before whoever waits is let go. */
const patienceMs = 45_000
const firstPauseMs = 2000

/** One purchase from the sheet of the store to the word of the server. `onStep` is told each step, and nothing after `close`. */
export function createStorePayment(
  client: Client,
  store: StoreHere,
  planId: BuyablePlanId,
  onStep: (step: StoreStep) => void,
  pause: (ms: number) => Promise<void> = ms => new Promise(resolve => setTimeout(resolve, ms)),
): StorePayment {
  const { purchases, products, accountToken } = store
  const over = new AbortController()
  let isBuying = false
  let bought: HeldPurchase | null = null
  const tell = (step: StoreStep) => void (over.signal.aborted || onStep(step))
  const ready = (problem: string | null) => tell({ kind: 'ready', isBuying: false, problem })
  const fail = (problem: string) => tell({ kind: 'failed', problem })

  /** What the store has already is not bought again: ours is told to the server, and another's would be taken from them. */
  async function heldAlready(): Promise<boolean> {
    const held = (await purchases.held()).filter(one => !one.isPending && planOfProduct(store, one.productId))
    if (held.some(one => whoseIs(one, store) === 'another')) {
      fail(words.another(store.name))
      return true
    }
    bought = held.find(one => one.productId === products[planId]) ?? null
    if (bought) await settle()
    return bought !== null
  }

  async function buy() {
    if (isBuying) return
    isBuying = true
    tell({ kind: 'ready', isBuying: true, problem: null })
    try {
      if (await heldAlready()) return
      await take(await purchases.buy(products[planId], accountToken))
    } catch (error) {
      console.error('The store could not be asked:', error)
      ready(words.unreachable(store.name))
    } finally {
      isBuying = false
    }
  }

  async function take(result: StoreResult) {
    switch (result.kind) {
      case 'bought':
        bought = result.purchase
        return await settle()
      case 'closed':
        return ready(null)
      case 'pending':
        return tell({ kind: 'pending' })
      case 'owned':
        return (await heldAlready()) ? undefined : ready(words.refused(store.name))
      case 'refused':
        return ready(words.refused(store.name))
    }
  }

  async function settle() {
    const purchase = bought
    if (!purchase) return
    tell({ kind: 'settling' })
    let pauseMs = firstPauseMs
    // It is paid: the server is told also when nobody looks any more.
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
      if (waitedMs > 0) pauseMs *= 2
      try {
        await claimPurchase(client, store, purchase, planId)
        return over.signal.aborted ? undefined : await tellWhatCounts()
      } catch (error) {
        if (!mayBeTaken(error)) return fail(problemOf(error).sentence)
      }
      await pause(pauseMs)
    }
    tell({ kind: 'untold' })
  }

  async function tellWhatCounts() {
    const { subscriptions, month } = await client.subscriptions.user({}, { signal: over.signal })
    const next = subscriptions.find(({ status }) => status === 'active')?.nextPlan
    if (next?.subscriptionId === planId) tell({ kind: 'later', at: next.at })
    else tell({ kind: 'done', month })
  }

  return { buy, tellAgain: settle, close: () => over.abort() }
}
