import { storePurchases } from '../../../device/phone/store-purchases.ts'
import type * as browsers from '../phone-store.ts'
import type { PhoneStore } from '../phone-store.ts'
import { getPlanStore } from '../stores.ts'

export type * from '../phone-store.ts'

export function getPhoneStore(known: Parameters<typeof browsers.getPhoneStore>[0]): PhoneStore | null {
  const { isUsedByApps, accountToken } = known.stores
  const setup = isUsedByApps ? known.stores[storePurchases.provider] : null
  const sold = getPlanStore({ paymentMethod: storePurchases.method }, known)
  return setup && sold && { ...sold, purchases: storePurchases, products: setup.products, accountToken }
}

getPhoneStore satisfies typeof browsers.getPhoneStore
