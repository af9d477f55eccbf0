import type { JWSRenewalInfoDecodedPayload, JWSTransactionDecodedPayload } from '@apple/app-store-server-library'
import { z } from 'zod'

const instant = z.number().transform(ms => new Date(ms))
const word = z.string().optional()

/** A period of a subscription, as its signed transaction tells it. Prices in thousandths. */
const period = z.object({
  transactionId: z.string(),
  originalTransactionId: z.string(),
  productId: z.string(),
  purchaseDate: instant,
  originalPurchaseDate: instant,
  expiresDate: instant,
  price: z.number().default(0),
  currency: z.string().default(''),
  appAccountToken: word,
  inAppOwnershipType: word,
  offerDiscountType: word,
  revocationDate: instant.optional(),
  revocationType: word,
  revocationPercentage: z.number().default(100_000),
})
export type Period = z.infer<typeof period>

const renewal = z.object({
  originalTransactionId: z.string(),
  autoRenewProductId: word,
  autoRenewStatus: z.number().optional(),
  renewalDate: instant.optional(),
  renewalPrice: z.number().optional(),
  recentSubscriptionStartDate: instant.optional(),
  appAccountToken: word,
})
export type Renewal = z.infer<typeof renewal>

/** Null for what is no period of a subscription. */
export const periodOf = (transaction: JWSTransactionDecodedPayload): Period | null =>
  period.safeParse(transaction).data ?? null

export const renewalOf = (info: JWSRenewalInfoDecodedPayload): Renewal | null => renewal.safeParse(info).data ?? null
