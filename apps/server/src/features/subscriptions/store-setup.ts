import type { StoreSetup } from '@recaps/contract/subscriptions'
import type { Store, Stores } from '../../ports/payments.ts'

export const presentStores = (
  { stores, storeBilling }: { stores: Stores; storeBilling: boolean },
  accountToken: string,
): StoreSetup => ({
  accountToken,
  isUsedByApps: storeBilling,
  apple: presentStore(stores.apple),
  google: presentStore(stores.google),
})

const presentStore = (store: Store | undefined): StoreSetup['apple'] =>
  store ? { products: store.products, manageUrl: store.manageUrl } : null
