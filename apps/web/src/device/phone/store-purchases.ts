import { Capacitor } from '@capacitor/core'
import type { Product, PURCHASE_TYPE, Transaction } from '@capgo/native-purchases'
import type { HeldPurchase, StorePurchases, StoreResult } from '../store-purchases.ts'
import { App, beside, NativePurchases } from './plugins.ts'

const isApple = () => Capacitor.getPlatform() === 'ios'
const productType = 'subs' as PURCHASE_TYPE.SUBS

/** The App Store on iPhones, Google Play on Android. */
export const storePurchases: StorePurchases = {
  get provider() {
    return isApple() ? 'apple' : 'google'
  },
  get method() {
    return isApple() ? 'apple_iap' : 'google_play'
  },
  // The plug-in cannot name the subscription to Google Play that a new one is to replace; Apple knows by the group.
  get canChange() {
    return isApple()
  },

  async prices(productIds) {
    const products = await productsOf(productIds)
    return new Map(products.map(product => [productIdOf(product), product.priceString]))
  },

  async buy(productId, accountToken) {
    try {
      const plan = isApple() ? {} : { planIdentifier: await basePlanOf(productId) }
      const transaction = await inTurn(() =>
        untilBack(() =>
          NativePurchases.purchaseProduct({
            ...{ productIdentifier: productId, productType, appAccountToken: accountToken },
            ...plan,
            ...unacknowledged,
          }),
        ),
      )
      if (transaction === 'unanswered') return await whatBecameOf(productId)
      const purchase = heldBy(transaction)
      return purchase ? { kind: 'bought', purchase } : { kind: 'refused' }
    } catch (error) {
      return whyNot(error)
    }
  },

  held,

  async restore() {
    // On Android it would tell Google that everything was delivered, before anybody was asked; what is held is known there.
    if (isApple()) await NativePurchases.restorePurchases()
    return await held()
  },

  async finish({ transactionId }) {
    if (isApple()) await NativePurchases.acknowledgePurchase({ purchaseToken: transactionId })
  },

  manage: () => NativePurchases.manageSubscriptions(),

  onChange(act) {
    // Google Play tells an app of nothing while it runs: what was done there is seen by who comes back.
    const listening = [NativePurchases.addListener('transactionUpdated', () => act()), App.addListener('resume', act)]
    for (const one of listening) beside(one)
    return () => {
      for (const one of listening) beside(one.then(({ remove }) => remove()))
    }
  },
}

/**
 * Our server acknowledges once it has seen a purchase: else the store takes for delivered what nobody got. On Android it is
 * said of every question: what is bought meanwhile is told to the one that is open.
 */
const unacknowledged = { autoAcknowledgePurchases: false }

let turn: Promise<unknown> = Promise.resolve()

/**
 * Each call of Android's plug-in ends its connection to the store, and with it the answers to all that was asked before, which
 * never come then. So one goes after the other.
 */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  if (isApple()) return act()
  const mine = turn.then(act)
  turn = mine.catch(() => {})
  return mine
}

/** Longer than the plug-in itself tries to reach the store. */
const patienceMs = 60_000

/** Asks the store what takes nobody's hand. Rejects when it does not answer. */
const ask = <T>(act: () => Promise<T>): Promise<T> => inTurn(() => Promise.race([act(), silence()]))

const silence = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('The store does not answer', 'TimeoutError')), patienceMs)
  })

/** For so long after its sheet has gone Google Play is still waited for. */
const lateMs = 10_000

/** Google Play may lose what became of its sheet; whoever is back in the app is not kept waiting for ever. */
async function untilBack<T>(purchase: () => Promise<T>): Promise<T | 'unanswered'> {
  if (isApple()) return await purchase()
  let isAway = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let giveUp = (_: 'unanswered') => {}
  const unanswered = new Promise<'unanswered'>(resolve => {
    giveUp = resolve
  })
  const listening = [
    App.addListener('pause', () => {
      isAway = true
      clearTimeout(timer)
    }),
    App.addListener('resume', () => {
      if (isAway) timer = setTimeout(giveUp, lateMs, 'unanswered')
    }),
  ]
  try {
    return await Promise.race([purchase(), unanswered])
  } finally {
    clearTimeout(timer)
    for (const one of listening) beside(one.then(({ remove }) => remove()))
  }
}

async function whatBecameOf(productId: string): Promise<StoreResult> {
  const bought = (await held()).find(purchase => purchase.productId === productId)
  if (!bought) return { kind: 'closed' }
  return bought.isPending ? { kind: 'pending' } : { kind: 'owned' }
}

/** Of each product what it costs without any offer. */
async function productsOf(productIds: readonly string[]): Promise<Product[]> {
  const asked = { productIdentifiers: [...productIds], productType, ...unacknowledged }
  return (await ask(() => NativePurchases.getProducts(asked))).products.filter(({ offerId }) => !offerId)
}

/** On Android an entry is a base plan of a product, and named by it. */
const productIdOf = ({ planIdentifier, identifier }: Product) => planIdentifier ?? identifier

async function basePlanOf(productId: string): Promise<string> {
  const [product] = await productsOf([productId])
  if (!product) throw new Error(`Google Play does not sell ${productId}`)
  return product.identifier
}

async function held(): Promise<HeldPurchase[]> {
  const asked = { productType, onlyCurrentEntitlements: true, ...unacknowledged }
  const { purchases } = await ask(() => NativePurchases.getPurchases(asked))
  return purchases.map(heldBy).filter(purchase => purchase !== null)
}

/** Google's state of what is still to be paid. */
const pendingState = '2'

/** Null for what cannot be proven. */
function heldBy(transaction: Transaction): HeldPurchase | null {
  const { productIdentifier, transactionId, jwsRepresentation, purchaseToken, appAccountToken } = transaction
  const receipt = isApple() ? jwsRepresentation : purchaseToken
  if (!receipt) return null
  return {
    ...{ productId: productIdentifier, receipt, transactionId },
    // Apple writes it in capital letters.
    accountToken: appAccountToken?.toLowerCase() ?? null,
    isPending: transaction.purchaseState === pendingState,
  }
}

/** On iPhones only the words tell endings apart, on Android mostly the code. */
function whyNot(error: unknown): Exclude<StoreResult, { kind: 'bought' }> {
  const { message, code } = error as { message?: string; code?: string }
  if (code === 'USER_CANCELED' || message === 'User cancelled') return { kind: 'closed' }
  if (message === 'Purchase is pending' || message === 'Transaction pending') return { kind: 'pending' }
  if (code === 'ITEM_ALREADY_OWNED') return { kind: 'owned' }
  console.error('The store refused the purchase:', error)
  return { kind: 'refused' }
}
