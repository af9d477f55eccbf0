import type { Platform } from './plugin-headers.ts'
import type { Methods, Notify, Options, PhoneEnvironment } from './plugins.ts'

/** A subscription that a store sells. */
export interface StoreProduct {
  id: string
  price: number
  /** Price as formatted by the store for its country. */
  priceString: string
  currency: string
}

/** A purchase as the store on the phone reports it. */
export interface StoreTransaction {
  productId: string
  /** Apple's transaction id. Google identifies purchases only by `receipt`. */
  id: string
  /** Apple's signed transaction, or Google's purchase token. */
  receipt: string
  accountToken: string | null
  boughtAt: Date
  isPending?: boolean
  isAcknowledged?: boolean
}

/** The store on the phone, and the user at its purchase sheet. */
export interface StoreBackend {
  products(ids: readonly string[]): StoreProduct[]
  buy(request: {
    productId: string
    accountToken: string | null
  }): Promise<StoreTransaction | 'cancelled' | 'pending' | 'owned' | 'refused'>
  /** Current purchases of the store account. */
  purchases(): Promise<StoreTransaction[]>
}

export interface StoreState {
  /** Google purchase tokens that the app acknowledged. */
  acknowledged: string[]
  /** Apple transactions that the app finished. */
  finished: string[]
  isManagementOpen: boolean
  /** Number of syncs with the store; each asks for the password on iPhones. */
  syncCount: number
}

/** A failed plugin call. Only Android sends a code. */
class PluginError extends Error {
  readonly code?: string
  constructor(message: string, code?: string) {
    super(message)
    if (code) this.code = code
  }
}

/** @capgo/native-purchases 8.8.1, after `NativePurchasesPlugin.java` and the Swift files next to `NativePurchasesPlugin.swift`. */
export function nativePurchases(
  platform: Platform,
  outside: Partial<PhoneEnvironment>,
  state: StoreState,
  notify: Notify,
): { methods: Methods; notifyPurchase(transaction: StoreTransaction): void } {
  const isIos = platform === 'ios'
  const store = (): StoreBackend => {
    // No store account on this phone.
    if (!outside.store) throw new PluginError(isIos ? 'Request Canceled' : 'Billing is not available on this device.')
    return outside.store
  }
  const formatDate = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z')

  const toAndroidFormat = ({ productId, receipt, accountToken, boughtAt, ...more }: StoreTransaction) => ({
    ...{ transactionId: receipt, purchaseToken: receipt, productIdentifier: productId },
    ...{ purchaseDate: formatDate(boughtAt), quantity: 1, orderId: 'GPA.0000-0000-0000-00000' },
    ...{ isAcknowledged: more.isAcknowledged ?? false, purchaseState: more.isPending ? '2' : '1', productType: 'subs' },
    ...(accountToken === null ? {} : { appAccountToken: accountToken }),
  })

  const toIosFormat = ({ productId, id, receipt, accountToken, boughtAt }: StoreTransaction) => ({
    ...{ transactionId: id, jwsRepresentation: receipt, productIdentifier: productId },
    ...{ purchaseDate: formatDate(boughtAt), productType: 'subs', isUpgraded: false, ownershipType: 'purchased' },
    ...{ willCancel: false, isActive: true, subscriptionState: 'subscribed' },
    // iOS writes UUIDs in upper case.
    ...(accountToken === null ? {} : { appAccountToken: accountToken.toUpperCase() }),
  })
  /** Android's plugin has one billing connection: each call replaces it, and closes the current one when it has its answer. */
  let connection = 0
  const connect = <Answer>(act: (options: Options) => Answer | Promise<Answer>) =>
    isIos
      ? act
      : async (options: Options): Promise<Answer> => {
          connection++
          try {
            return await act(options)
          } finally {
            connection++
          }
        }
  const toPluginFormat = (transaction: StoreTransaction) => (isIos ? toIosFormat : toAndroidFormat)(transaction)

  function acknowledge(transaction: StoreTransaction): void {
    if (!transaction.isPending && !transaction.isAcknowledged) state.acknowledged.push(transaction.receipt)
  }

  function productsOf(ids: readonly string[]): object[] {
    const products = store().products(ids)
    if (products.length === 0 && !isIos) throw new PluginError('Product not found')
    return products.map(({ id, price, priceString, currency }) => ({
      ...{ title: id, description: id, price, priceString, currencyCode: currency, currencySymbol: currency },
      ...{ isFamilyShareable: false, introductoryPrice: null, discounts: [] },
      ...(isIos
        ? {
            identifier: id,
            subscriptionGroupIdentifier: '21000001',
            subscriptionPeriod: { numberOfUnits: 1, unit: 2, unitString: 'month' },
          }
        : // One entry per base plan. Its offers would be separate entries with an `offerId`.
          { planIdentifier: id, identifier: 'monthly', offerToken: `offer-of-${id}` }),
    }))
  }

  async function purchase(options: Options): Promise<object> {
    const productId = String(options.productIdentifier ?? '')
    if (!productId)
      throw new PluginError(isIos ? 'productIdentifier is Empty, give an id' : 'productIdentifier is empty')
    if (!isIos && options.productType === 'subs' && !options.planIdentifier)
      throw new PluginError('planIdentifier cannot be empty if productType is subs')
    if (store().products([productId]).length === 0 || (!isIos && options.productType !== 'subs'))
      throw new PluginError(isIos ? `Cannot find product for id ${productId}` : 'Product not found')
    const accountToken = options.appAccountToken ? String(options.appAccountToken) : null
    const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(accountToken ?? '')
    const ownConnection = connection
    // iPhones silently drop tokens that are not UUIDs.
    const bought = await store().buy({ productId, accountToken: isIos && !isUuid ? null : accountToken })
    // Another call closed the connection, so the result is never reported.
    if (connection !== ownConnection) return await new Promise(() => {})
    if (typeof bought === 'object') {
      const isAutomatic = options.autoAcknowledgePurchases !== false
      if (isAutomatic && isIos) state.finished.push(bought.id)
      if (isAutomatic && !isIos) acknowledge(bought)
      return toPluginFormat(bought)
    }
    const [iosMessage, code, androidMessage] = {
      cancelled: ['User cancelled', 'USER_CANCELED', 'Purchase is not purchased'],
      pending: ['Transaction pending', undefined, 'Purchase is pending'],
      // iPhones show this message themselves and report a cancelled purchase.
      owned: ['User cancelled', 'ITEM_ALREADY_OWNED', 'Purchase is not purchased'],
      refused: ['Unable to Complete Request', 'ERROR', 'Purchase is not purchased'],
    }[bought] as [string, string | undefined, string]
    throw isIos ? new PluginError(iosMessage) : new PluginError(androidMessage, code)
  }

  const finish = (token: string) => {
    if (!token) throw new PluginError('purchaseToken is required')
    if (isIos && !/^\d+$/.test(token)) throw new PluginError('Invalid purchaseToken format')
    if (isIos) state.finished.push(token)
    else state.acknowledged.push(token)
  }

  const methods: Methods = {
    NativePurchases: {
      // Always true on iPhones.
      isBillingSupported: () => ({ isBillingSupported: isIos || outside.store !== undefined }),
      getProducts: connect(({ productIdentifiers }) => ({ products: productsOf(productIdentifiers as string[]) })),
      purchaseProduct: connect(purchase),
      getPurchases: connect(async ({ appAccountToken, productType }) => {
        if (!isIos && productType === 'inapp') return { purchases: [] }
        const purchases = (await store().purchases())
          .filter(({ isPending }) => !isPending || !isIos)
          .map(toPluginFormat)
        const isOfAccount = (purchase: { appAccountToken?: string }) => purchase.appAccountToken === appAccountToken
        return { purchases: appAccountToken ? purchases.filter(isOfAccount) : purchases }
      }),
      async restorePurchases() {
        state.syncCount++
        const transactions = await store().purchases()
        // Android's plugin acknowledges all purchases.
        if (!isIos) for (const transaction of transactions) acknowledge(transaction)
      },
      acknowledgePurchase: ({ purchaseToken }) => finish(String(purchaseToken ?? '')),
      manageSubscriptions: () => {
        state.isManagementOpen = true
      },
    },
  }

  return {
    methods,
    /** iPhones only: the plugin finishes the transaction, then notifies the current listeners. */
    notifyPurchase(transaction) {
      if (!isIos) return
      state.finished.push(transaction.id)
      notify('NativePurchases', 'transactionUpdated', toIosFormat(transaction))
    },
  }
}
