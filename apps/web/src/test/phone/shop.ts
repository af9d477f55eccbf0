import type { BuyablePlanId } from '@recaps/domain/billing'
import type { StoreOutside, StoreTransaction } from '@recaps/fake-phone'
import { sampleStores } from '../server/payment-samples.ts'
import type { World } from '../server/world.ts'

type Outcome = Exclude<Awaited<ReturnType<StoreOutside['buy']>>, object>

const prices: Record<BuyablePlanId, number> = { basic: 5.49, premium: 10.49, pro: 25.49, ultimate: 99.99 }
const productOf = (plan: string) => `recaps_${plan}_monthly`
const products = Object.fromEntries(Object.keys(prices).map(plan => [plan, productOf(plan)])) as Record<
  BuyablePlanId,
  string
>

/** Store setup of a server that sells its plans in both stores. */
export const soldInStores = () =>
  sampleStores({
    isUsedByApps: true,
    apple: { products, manageUrl: 'https://apps.apple.test/subscriptions' },
    google: { products, manageUrl: 'https://play.google.test/subscriptions' },
  })

export interface Shop extends StoreOutside {
  /** Outcome of the next purchase. */
  next: Outcome | null
  /** Plans that the store does not sell. */
  unsold: BuyablePlanId[]
  bought: StoreTransaction[]
  /** Adds a purchase of this plan to the store account, made for `accountToken`. */
  has(plan: BuyablePlanId, accountToken: string | null, more?: Partial<StoreTransaction>): StoreTransaction
}

/** A fake app store whose receipts the memory server accepts. */
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
      const outcome = shop.next
      shop.next = null
      const plan = (Object.keys(prices) as BuyablePlanId[]).find(one => productOf(one) === productId)!
      return outcome ?? shop.has(plan, accountToken)
    },
    held: async () => shop.bought,
  }
  return shop
}
