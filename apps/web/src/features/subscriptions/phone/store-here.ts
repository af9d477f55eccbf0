import { storePurchases } from '../../../device/phone/store-purchases.ts'
import type * as browsers from '../store-here.ts'
import type { StoreHere } from '../store-here.ts'
import { storeOf } from '../stores.ts'

export type * from '../store-here.ts'

export function storeHere(known: Parameters<typeof browsers.storeHere>[0]): StoreHere | null {
  const { isUsedByApps, accountToken } = known.stores
  const setup = isUsedByApps ? known.stores[storePurchases.provider] : null
  const sold = storeOf({ paymentMethod: storePurchases.method }, known)
  return setup && sold && { ...sold, purchases: storePurchases, products: setup.products, accountToken }
}

storeHere satisfies typeof browsers.storeHere
