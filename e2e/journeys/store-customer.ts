import { randomUUID } from 'node:crypto'
import type { Platform, StoreOutside, StoreTransaction } from '@recaps/fake-phone'
import { shopsPort } from '../demos.ts'

/** What becomes of the next purchase; it is bought unless told otherwise. */
type Ending = 'cancelled' | 'pending' | 'refused'

/** Whoever is logged in to the store of a phone, or of several: what they have bought is theirs on each. */
export interface StoreCustomer {
  store: StoreOutside
  /** The next purchase ends so. */
  next: Ending | null
  bought: StoreTransaction[]
  /** Somebody agrees to what was pending, or pays for it; the store knows from then on. */
  approve(): Promise<StoreTransaction>
  /** What is done about a purchase in the store itself, such as `cancel`. */
  does(deed: string, given: string | boolean): Promise<unknown>
}

/** No prices of ours: a store has its own for each country. */
const products = Object.entries({ basic: 5.49, premium: 10.49, pro: 25.49, ultimate: 99.99 }).map(([plan, price]) => ({
  id: `recaps_${plan}_monthly`,
  price,
  priceString: `€ ${price.toFixed(2).replace('.', ',')}`,
  currency: 'EUR',
}))

/** At the stand-ins of the stores that the demo has. */
export function storeCustomer(platform: Platform): StoreCustomer {
  const shop = platform === 'ios' ? 'apple' : 'google'
  const identity = randomUUID()
  let waiting: { productId: string; accountToken: string | null } | null = null
  const ask = async (control: string, ...given: unknown[]): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${shopsPort}/${shop}/${control}`, {
      method: 'POST',
      body: JSON.stringify(given),
    })
    if (!answer.ok) throw new Error(`${shop} ${control}: ${await answer.text()}`)
    return await answer.json()
  }

  async function take(productId: string, accountToken: string | null): Promise<StoreTransaction> {
    const options = platform === 'ios' ? [{ customer: identity }] : []
    const receipt = String(await ask('buy', accountToken, productId, ...options))
    const transaction = transactionOf(receipt, { productId, accountToken })
    customer.bought = [
      ...customer.bought.filter(one => platform === 'android' || one.id !== transaction.id),
      transaction,
    ]
    return transaction
  }

  const customer: StoreCustomer = {
    next: null,
    bought: [],
    does: ask,
    async approve() {
      const { productId, accountToken } = waiting!
      waiting = null
      return await take(productId, accountToken)
    },
    store: {
      products: ids => products.filter(({ id }) => ids.includes(id)),
      async buy({ productId, accountToken }) {
        const ending = customer.next
        customer.next = null
        if (ending === 'pending') waiting = { productId, accountToken }
        if (ending) return ending
        if ((await customer.store.held()).some(one => one.productId === productId)) return 'owned'
        return await take(productId, accountToken)
      },
      async held() {
        if (platform === 'android') return customer.bought
        // Of a subscription that was changed the newest period alone.
        const newest = customer.bought.at(-1)
        return newest ? [newest] : []
      },
    },
  }
  return customer

  function transactionOf(
    receipt: string,
    given: Pick<StoreTransaction, 'productId' | 'accountToken'>,
  ): StoreTransaction {
    if (platform === 'android') return { ...given, id: receipt, receipt, boughtAt: new Date() }
    const payload = JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString()) as {
      transactionId: string
      productId: string
      appAccountToken?: string
    }
    const { transactionId, productId, appAccountToken = null } = payload
    return { productId, id: transactionId, receipt, accountToken: appAccountToken, boughtAt: new Date() }
  }
}
