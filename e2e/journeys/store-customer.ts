import { randomUUID } from 'node:crypto'
import type { Platform, StoreBackend, StoreTransaction } from '@recaps/fake-phone'
import { storeControlsPort } from '../demos.ts'

/** How the next purchase ends if it doesn't succeed. */
type Ending = 'cancelled' | 'pending' | 'refused'

/** A store account. It can be used on several phones, which then share its purchases. */
export interface StoreCustomer {
  store: StoreBackend
  /** Null if the next purchase succeeds. */
  nextEnding: Ending | null
  bought: StoreTransaction[]
  /** Completes the pending purchase, as a parent's approval or a cash payment would. */
  approve(): Promise<StoreTransaction>
  /** Calls a control of the fake store, such as `cancel`. */
  runControl(control: string, argument: string | boolean): Promise<unknown>
}

/** Store prices differ from the web prices, and between countries. */
const products = Object.entries({ basic: 5.49, premium: 10.49, pro: 25.49, ultimate: 99.99 }).map(([plan, price]) => ({
  id: `recaps_${plan}_monthly`,
  price,
  priceString: `€ ${price.toFixed(2).replace('.', ',')}`,
  currency: 'EUR',
}))

/** Creates a customer of the demo's fake store. */
export function storeCustomer(platform: Platform): StoreCustomer {
  const shop = platform === 'ios' ? 'apple' : 'google'
  const identity = randomUUID()
  let pending: { productId: string; accountToken: string | null } | null = null
  const callStore = async (control: string, ...args: unknown[]): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${storeControlsPort}/${shop}/${control}`, {
      method: 'POST',
      body: JSON.stringify(args),
    })
    if (!answer.ok) throw new Error(`${shop} ${control}: ${await answer.text()}`)
    return await answer.json()
  }

  async function completePurchase(productId: string, accountToken: string | null): Promise<StoreTransaction> {
    const options = platform === 'ios' ? [{ customer: identity }] : []
    const receipt = String(await callStore('buy', accountToken, productId, ...options))
    const transaction = transactionOf(receipt, { productId, accountToken })
    customer.bought = [
      ...customer.bought.filter(one => platform === 'android' || one.id !== transaction.id),
      transaction,
    ]
    return transaction
  }

  const customer: StoreCustomer = {
    nextEnding: null,
    bought: [],
    runControl: callStore,
    async approve() {
      const { productId, accountToken } = pending!
      pending = null
      return await completePurchase(productId, accountToken)
    },
    store: {
      products: ids => products.filter(({ id }) => ids.includes(id)),
      async buy({ productId, accountToken }) {
        const ending = customer.nextEnding
        customer.nextEnding = null
        if (ending === 'pending') pending = { productId, accountToken }
        if (ending) return ending
        if ((await customer.store.purchases()).some(one => one.productId === productId)) return 'owned'
        return await completePurchase(productId, accountToken)
      },
      async purchases() {
        if (platform === 'android') return customer.bought
        // The App Store lists only the newest period of a changed subscription.
        const newest = customer.bought.at(-1)
        return newest ? [newest] : []
      },
    },
  }
  return customer

  function transactionOf(
    receipt: string,
    details: Pick<StoreTransaction, 'productId' | 'accountToken'>,
  ): StoreTransaction {
    if (platform === 'android') return { ...details, id: receipt, receipt, boughtAt: new Date() }
    const payload = JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString()) as {
      transactionId: string
      productId: string
      appAccountToken?: string
    }
    const { transactionId, productId, appAccountToken = null } = payload
    return { productId, id: transactionId, receipt, accountToken: appAccountToken, boughtAt: new Date() }
  }
}
