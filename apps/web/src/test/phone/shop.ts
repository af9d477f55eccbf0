import type { BuyablePlanId } from '@recaps/domain/billing'
import type { StoreOutside, StoreTransaction } from '@recaps/fake-phone'
import { sampleStores } from '../server/payment-samples.ts'
import type { World } from '../server/world.ts'

type Ending = Exclude<Awaited<ReturnType<StoreOutside['buy']>>, object>

const prices: Record<BuyablePlanId, number> = { basic: 5.49, premium: 10.49, pro: 25.49, ultimate: 99.99 }
const productOf = (plan: string) => `recaps_${plan}_monthly`
const products = Object.fromEntries(Object.keys(prices).map(plan => [plan, productOf(plan)])) as Record<
  BuyablePlanId,
  string
>

/** A server whose apps sell in both stores. */
export const soldInStores = () =>
  sampleStores({
    isUsedByApps: true,
    apple: { products, manageUrl: 'https://apps.apple.test/subscriptions' },
    google: { products, manageUrl: 'https://play.google.test/subscriptions' },
  })

export interface Shop extends StoreOutside {
  /** The next purchase ends so. */
  next: Ending | null
  /** Plans that it does not sell in this country. */
  unsold: BuyablePlanId[]
  bought: StoreTransaction[]
  /** Somebody has it, who told the store so of the account. */
  has(plan: BuyablePlanId, accountToken: string | null, more?: Partial<StoreTransaction>): StoreTransaction
}

/** The store of a phone, whose receipts the server in memory knows. */
export function openShop(world: World): Shop {
  const shop: Shop = {
    next: null,
    unsold: [],
    bought: [],
    has(plan, accountToken, more = {}) {
      const id = String(1000 + world.receipts.size)
      const receipt = `receipt-${id}`
      world.receipts.set(receipt, { planId: plan, accountToken })
      const transaction = { productId: productOf(plan), id, receipt, accountToken, boughtAt: new Date(), ...more }
      shop.bought.push(transaction)
      return transaction
    },
    products: ids =>
      (Object.keys(prices) as BuyablePlanId[])
        .filter(plan => ids.includes(productOf(plan)) && !shop.unsold.includes(plan))
        .map(plan => ({
          ...{ id: productOf(plan), price: prices[plan], currency: 'EUR' },
          priceString: `€${prices[plan].toFixed(2)}`,
        })),
    async buy({ productId, accountToken }) {
      const ending = shop.next
      shop.next = null
      const plan = (Object.keys(prices) as BuyablePlanId[]).find(one => productOf(one) === productId)!
      return ending ?? shop.has(plan, accountToken)
    },
    held: async () => shop.bought,
  }
  return shop
}
