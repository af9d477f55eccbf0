import { Capacitor } from '@capacitor/core'
import type { Product, PURCHASE_TYPE, Transaction } from '@capgo/native-purchases'
import type { OwnedPurchase, StorePurchases, StoreResult } from '../store-purchases.ts'
import { App, inBackground, NativePurchases } from './plugins.ts'

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
  // The plugin cannot tell Google Play which subscription to replace. Apple knows it from the subscription group.
  get canReplacePlan() {
    return isApple()
  },

  async prices(productIds) {
    const products = await productsOf(productIds)
    return new Map(products.map(product => [productIdOf(product), product.priceString]))
  },

  async buy(productId, accountToken) {
    try {
      const plan = isApple() ? {} : { planIdentifier: await basePlanOf(productId) }
      const transaction = await enqueue(() =>
        withReturnTimeout(() =>
          NativePurchases.purchaseProduct({
            ...{ productIdentifier: productId, productType, appAccountToken: accountToken },
            ...plan,
            ...unacknowledged,
          }),
        ),
      )
      if (transaction === 'unanswered') return await findOutcome(productId)
      const purchase = toPurchase(transaction)
      return purchase ? { kind: 'bought', purchase } : { kind: 'refused' }
    } catch (error) {
      return toResult(error)
    }
  },

  ownedPurchases,

  async restore() {
    // On Android it would acknowledge all purchases before the server has seen them, and `ownedPurchases` needs no refresh there.
    if (isApple()) await NativePurchases.restorePurchases()
    return await ownedPurchases()
  },

  async finish({ transactionId }) {
    if (isApple()) await NativePurchases.acknowledgePurchase({ purchaseToken: transactionId })
  },

  manage: () => NativePurchases.manageSubscriptions(),

  onChange(callback) {
    // Google Play does not notify a running app of changes made in its own app, so purchases are also checked on resume.
    const listeners = [
      NativePurchases.addListener('transactionUpdated', () => callback()),
      App.addListener('resume', callback),
    ]
    for (const added of listeners) inBackground(added)
    return () => {
      for (const added of listeners) inBackground(added.then(({ remove }) => remove()))
    }
  },
}

/**
 * Our server acknowledges purchases once it has recorded them, so that the store does not count one as delivered before. On
 * Android every call needs this option, because a purchase made during a query is handled by that query.
 */
const unacknowledged = { autoAcknowledgePurchases: false }

let lastCall: Promise<unknown> = Promise.resolve()

/**
 * Runs calls one at a time on Android: each call closes the plugin's connection to the store, and earlier calls would never
 * resolve.
 */
function enqueue<T>(act: () => Promise<T>): Promise<T> {
  if (isApple()) return act()
  const result = lastCall.then(act)
  lastCall = result.catch(() => {})
  return result
}

/** Longer than the plugin's own timeout. */
const timeoutMs = 60_000

/** Runs a call that needs no user interaction. Rejects if the store does not answer in time. */
const query = <T>(act: () => Promise<T>): Promise<T> => enqueue(() => Promise.race([act(), timeout()]))

const timeout = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('The store did not respond', 'TimeoutError')), timeoutMs)
  })

/** How long to wait for Google Play's result after its sheet has closed. */
const returnTimeoutMs = 10_000

/** Google Play may never report its sheet's outcome. Stop waiting some time after the user is back in the app. */
async function withReturnTimeout<T>(purchase: () => Promise<T>): Promise<T | 'unanswered'> {
  if (isApple()) return await purchase()
  let isAway = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let giveUp = (_: 'unanswered') => {}
  const unanswered = new Promise<'unanswered'>(resolve => {
    giveUp = resolve
  })
  const listeners = [
    App.addListener('pause', () => {
      isAway = true
      clearTimeout(timer)
    }),
    App.addListener('resume', () => {
      if (isAway) timer = setTimeout(giveUp, returnTimeoutMs, 'unanswered')
    }),
  ]
  try {
    return await Promise.race([purchase(), unanswered])
  } finally {
    clearTimeout(timer)
    for (const added of listeners) inBackground(added.then(({ remove }) => remove()))
  }
}

async function findOutcome(productId: string): Promise<StoreResult> {
  const bought = (await ownedPurchases()).find(purchase => purchase.productId === productId)
  if (!bought) return { kind: 'closed' }
  return bought.isPending ? { kind: 'pending' } : { kind: 'owned' }
}

/** The products at their regular price, without offers. */
async function productsOf(productIds: readonly string[]): Promise<Product[]> {
  const options = { productIdentifiers: [...productIds], productType, ...unacknowledged }
  return (await query(() => NativePurchases.getProducts(options))).products.filter(({ offerId }) => !offerId)
}

/** On Android the plugin lists base plans, with the product's id in `planIdentifier`. */
const productIdOf = ({ planIdentifier, identifier }: Product) => planIdentifier ?? identifier

async function basePlanOf(productId: string): Promise<string> {
  const [product] = await productsOf([productId])
  if (!product) throw new Error(`Google Play does not sell ${productId}`)
  return product.identifier
}

async function ownedPurchases(): Promise<OwnedPurchase[]> {
  const options = { productType, onlyCurrentEntitlements: true, ...unacknowledged }
  const { purchases } = await query(() => NativePurchases.getPurchases(options))
  return purchases.map(toPurchase).filter(purchase => purchase !== null)
}

/** Google Play's purchase state PENDING. */
const pendingState = '2'

/** Null if the transaction has no receipt. */
function toPurchase(transaction: Transaction): OwnedPurchase | null {
  const { productIdentifier, transactionId, jwsRepresentation, purchaseToken, appAccountToken } = transaction
  const receipt = isApple() ? jwsRepresentation : purchaseToken
  if (!receipt) return null
  return {
    ...{ productId: productIdentifier, receipt, transactionId },
    // Apple returns it in upper case.
    accountToken: appAccountToken?.toLowerCase() ?? null,
    isPending: transaction.purchaseState === pendingState,
  }
}

/** On iOS only the message distinguishes the outcomes, on Android mostly the code. */
function toResult(error: unknown): Exclude<StoreResult, { kind: 'bought' }> {
  const { message, code } = error as { message?: string; code?: string }
  if (code === 'USER_CANCELED' || message === 'User cancelled') return { kind: 'closed' }
  if (message === 'Purchase is pending' || message === 'Transaction pending') return { kind: 'pending' }
  if (code === 'ITEM_ALREADY_OWNED') return { kind: 'owned' }
  console.error('Store purchase failed:', error)
  return { kind: 'refused' }
}
