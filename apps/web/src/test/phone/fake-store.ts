import type { BuyablePlanId } from '@recaps/domain/billing'
import type { StoreBackend, StoreTransaction } from '@recaps/fake-phone'
import { sampleStores } from '../server/payment-samples.ts'
import type { World } from '../server/world.ts'

type Outcome = Exclude<Awaited<ReturnType<StoreBackend['buy']>>, object>

const prices: Record<BuyablePlanId, number> = { basic: 5.49, premium: 10.49, pro: 25.49, ultimate: 99.99 }
const productOf = (plan: string) => `recaps_${plan}_monthly`
const products = Object.fromEntries(Object.keys(prices).map(plan => [plan, productOf(plan)])) as Record<
  BuyablePlanId,
  string
>

/** Store setup of a server that sells its plans in both stores. */
export const sellingStores = () =>
  sampleStores({
    isUsedByApps: true,
    apple: { products, manageUrl: 'https://apps.apple.test/subscriptions' },
    google: { products, manageUrl: 'https://play.google.test/subscriptions' },
  })

export interface FakeStore extends StoreBackend {
  /** Outcome of the next purchase. */
  nextOutcome: Outcome | null
  /** Plans that the store does not sell. */
  unsold: BuyablePlanId[]
  bought: StoreTransaction[]
  /** Adds a purchase of this plan to the store account, made for `accountToken`. */
  addPurchase(plan: BuyablePlanId, accountToken: string | null, more?: Partial<StoreTransaction>): StoreTransaction
}

/** A fake app store whose receipts the memory server accepts. */
export function createFakeStore(world: World): FakeStore {
  const shop: FakeStore = {
    nextOutcome: null,
    unsold: [],
    bought: [],
    addPurchase(plan, accountToken, more = {}) {
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
      const outcome = shop.nextOutcome
      shop.nextOutcome = null
      const plan = (Object.keys(prices) as BuyablePlanId[]).find(one => productOf(one) === productId)!
      return outcome ?? shop.addPurchase(plan, accountToken)
    },
    purchases: async () => shop.bought,
  }
  return shop
}
