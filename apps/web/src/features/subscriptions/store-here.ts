import type { BuyablePlanId } from '@recaps/domain/billing'
import type { StorePurchases } from '../../device/store-purchases.ts'
import type { Entitlement } from './queries.ts'
import type { PlanStore } from './stores.ts'

/** The store of this phone, in which its app sells plans. */
export interface StoreHere extends PlanStore {
  purchases: StorePurchases
  /** What it calls the plans. */
  products: Record<BuyablePlanId, string>
  accountToken: string
}

/** Null where plans are bought by card: in browsers, and where the server has set up no store for this phone. */
export const storeHere = (_known: Pick<Entitlement, 'stores'>): StoreHere | null => null
