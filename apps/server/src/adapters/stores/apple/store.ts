import { createPrivateKey } from 'node:crypto'
import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/payments.ts'
import { appStoreApi } from './api.ts'
import { type AppleStoreConfig, productIdsByPlan } from './config.ts'
import { appleMessageReader } from './messages.ts'
import type { PlanForProduct } from './purchase.ts'
import { applePurchaseReader } from './purchase-reader.ts'
import { isSigned, signedData } from './signed-data.ts'

/** Subscriptions of the App Store. Throws if the private key is invalid. */
export function appleStore(config: AppleStoreConfig, clock: Clock): Store {
  createPrivateKey(config.privateKey)
  const products = productIdsByPlan(config)
  const planOf: PlanForProduct = productId => planIds.get(productId) ?? null
  const planIds = new Map(
    Object.entries(products).map(([planId, product]) => [product, planId as keyof typeof products]),
  )
  const signed = signedData(config)
  return {
    ...{ provider: 'apple', method: 'apple_iap', products },
    manageUrl: 'https://apps.apple.com/account/subscriptions',
    read: applePurchaseReader(config, planOf, signed, appStoreApi(config, clock)),
    isProof: isSigned,
    readMessage: appleMessageReader(config, planOf, signed),
    // The app on the phone finishes the transaction.
    acknowledge: async () => {},
  }
}
