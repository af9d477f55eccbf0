import type { BuyablePlanId } from '@recaps/domain/billing'
import type { StorePurchases } from '../../device/store-purchases.ts'
import type { Entitlement } from './queries.ts'
import type { PlanStore } from './stores.ts'

/** The app store of this phone, through which plans are sold. */
export interface PhoneStore extends PlanStore {
  purchases: StorePurchases
  /** Store product ids by plan. */
  products: Record<BuyablePlanId, string>
  accountToken: string
}

/** Null if plans are bought by card: in browsers, and if the server has no store configured for this phone. */
export const getPhoneStore = (_known: Pick<Entitlement, 'stores'>): PhoneStore | null => null
