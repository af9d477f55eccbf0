import type { Platform } from './headers.ts'
import type { Methods, Notify, Options, Outside } from './plugins.ts'

/** A subscription that a store sells. */
export interface StoreProduct {
  id: string
  price: number
  /** As the store writes it for its country. */
  priceString: string
  currency: string
}

/** One that somebody has bought, as the store's part of the phone knows it. */
export interface StoreTransaction {
  productId: string
  /** Apple's number of a transaction; Google has the token alone. */
  id: string
  /** What Apple has signed, or Google's purchase token. */
  receipt: string
  accountToken: string | null
  boughtAt: Date
  isPending?: boolean
  isAcknowledged?: boolean
}

/** The store's own part of a phone, and the person before its sheet. */
export interface StoreOutside {
  products(ids: readonly string[]): StoreProduct[]
  buy(wish: {
    productId: string
    accountToken: string | null
  }): Promise<StoreTransaction | 'cancelled' | 'pending' | 'owned' | 'refused'>
  /** What whoever is logged in to the store has now. */
  held(): Promise<StoreTransaction[]>
}

export interface StoreState {
  /** Tokens that the app has acknowledged at Google by itself. */
  acknowledged: string[]
  /** Transactions that the app has told Apple it is done with. */
  finished: string[]
  isManaging: boolean
  /** How often the store was made to look, which asks for a password on iPhones. */
  synced: number
}

/** On Android a refusal has a code; iPhones give the words alone. */
class Refused extends Error {
  readonly code?: string
  constructor(message: string, code?: string) {
    super(message)
    if (code) this.code = code
  }
}

/** @capgo/native-purchases 8.8.1: `NativePurchasesPlugin.java`, and the Swift files beside `NativePurchasesPlugin.swift`. */
export function nativePurchases(
  platform: Platform,
  outside: Partial<Outside>,
  state: StoreState,
  notify: Notify,
): { methods: Methods; tell(transaction: StoreTransaction): void } {
  const isIos = platform === 'ios'
  const store = (): StoreOutside => {
    // Where nobody is logged in to a store there is nothing to talk to.
    if (!outside.store) throw new Refused(isIos ? 'Request Canceled' : 'Billing is not available on this device.')
    return outside.store
  }
  const dateOf = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z')

  const onAndroid = ({ productId, receipt, accountToken, boughtAt, ...more }: StoreTransaction) => ({
    ...{ transactionId: receipt, purchaseToken: receipt, productIdentifier: productId },
    ...{ purchaseDate: dateOf(boughtAt), quantity: 1, orderId: 'GPA.0000-0000-0000-00000' },
    ...{ isAcknowledged: more.isAcknowledged ?? false, purchaseState: more.isPending ? '2' : '1', productType: 'subs' },
    ...(accountToken === null ? {} : { appAccountToken: accountToken }),
  })

  const onIos = ({ productId, id, receipt, accountToken, boughtAt }: StoreTransaction) => ({
    ...{ transactionId: id, jwsRepresentation: receipt, productIdentifier: productId },
    ...{ purchaseDate: dateOf(boughtAt), productType: 'subs', isUpgraded: false, ownershipType: 'purchased' },
    ...{ willCancel: false, isActive: true, subscriptionState: 'subscribed' },
    // A UUID writes itself in capital letters there.
    ...(accountToken === null ? {} : { appAccountToken: accountToken.toUpperCase() }),
  })
  /** Android's plug-in has one connection; each call ends it and opens its own, and ends whichever there is once it is answered. */
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
  const present = (transaction: StoreTransaction) => (isIos ? onIos : onAndroid)(transaction)

  function acknowledge(transaction: StoreTransaction): void {
    if (!transaction.isPending && !transaction.isAcknowledged) state.acknowledged.push(transaction.receipt)
  }

  function productsOf(ids: readonly string[]): object[] {
    const sold = store().products(ids)
    if (sold.length === 0 && !isIos) throw new Refused('Product not found')
    return sold.map(({ id, price, priceString, currency }) => ({
      ...{ title: id, description: id, price, priceString, currencyCode: currency, currencySymbol: currency },
      ...{ isFamilyShareable: false, introductoryPrice: null, discounts: [] },
      ...(isIos
        ? {
            identifier: id,
            subscriptionGroupIdentifier: '21000001',
            subscriptionPeriod: { numberOfUnits: 1, unit: 2, unitString: 'month' },
          }
        : // An entry for each base plan; its offers would be entries of their own, with an `offerId`.
          { planIdentifier: id, identifier: 'monthly', offerToken: `offer-of-${id}` }),
    }))
  }

  async function purchase(options: Options): Promise<object> {
    const productId = String(options.productIdentifier ?? '')
    if (!productId) throw new Refused(isIos ? 'productIdentifier is Empty, give an id' : 'productIdentifier is empty')
    if (!isIos && options.productType === 'subs' && !options.planIdentifier)
      throw new Refused('planIdentifier cannot be empty if productType is subs')
    if (store().products([productId]).length === 0 || (!isIos && options.productType !== 'subs'))
      throw new Refused(isIos ? `Cannot find product for id ${productId}` : 'Product not found')
    const accountToken = options.appAccountToken ? String(options.appAccountToken) : null
    const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(accountToken ?? '')
    const mine = connection
    // What is no UUID iPhones leave out without a word.
    const bought = await store().buy({ productId, accountToken: isIos && !isUuid ? null : accountToken })
    // Nobody is there any more to hear of it.
    if (connection !== mine) return await new Promise(() => {})
    if (typeof bought === 'object') {
      const isAutomatic = options.autoAcknowledgePurchases !== false
      if (isAutomatic && isIos) state.finished.push(bought.id)
      if (isAutomatic && !isIos) acknowledge(bought)
      return present(bought)
    }
    const [onIphones, code, words] = {
      cancelled: ['User cancelled', 'USER_CANCELED', 'Purchase is not purchased'],
      pending: ['Transaction pending', undefined, 'Purchase is pending'],
      // An iPhone says so itself, and takes it for closed.
      owned: ['User cancelled', 'ITEM_ALREADY_OWNED', 'Purchase is not purchased'],
      refused: ['Unable to Complete Request', 'ERROR', 'Purchase is not purchased'],
    }[bought] as [string, string | undefined, string]
    throw isIos ? new Refused(onIphones) : new Refused(words, code)
  }

  const finish = (token: string) => {
    if (!token) throw new Refused('purchaseToken is required')
    if (isIos && !/^\d+$/.test(token)) throw new Refused('Invalid purchaseToken format')
    if (isIos) state.finished.push(token)
    else state.acknowledged.push(token)
  }

  const methods: Methods = {
    NativePurchases: {
      // An iPhone says so always.
      isBillingSupported: () => ({ isBillingSupported: isIos || outside.store !== undefined }),
      getProducts: connect(({ productIdentifiers }) => ({ products: productsOf(productIdentifiers as string[]) })),
      purchaseProduct: connect(purchase),
      getPurchases: connect(async ({ appAccountToken, productType }) => {
        if (!isIos && productType === 'inapp') return { purchases: [] }
        const held = (await store().held()).filter(({ isPending }) => !isPending || !isIos).map(present)
        const isAsked = (one: { appAccountToken?: string }) => one.appAccountToken === appAccountToken
        return { purchases: appAccountToken ? held.filter(isAsked) : held }
      }),
      async restorePurchases() {
        state.synced++
        const held = await store().held()
        // Android tells Google that all of it was delivered.
        if (!isIos) for (const transaction of held) acknowledge(transaction)
      },
      acknowledgePurchase: ({ purchaseToken }) => finish(String(purchaseToken ?? '')),
      manageSubscriptions: () => {
        state.isManaging = true
      },
    },
  }

  return {
    methods,
    /** iPhones alone: finished first, and told to whoever listens at that moment. */
    tell(transaction) {
      if (!isIos) return
      state.finished.push(transaction.id)
      notify('NativePurchases', 'transactionUpdated', onIos(transaction))
    },
  }
}
