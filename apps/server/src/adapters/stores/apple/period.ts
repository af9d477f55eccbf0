import type { JWSRenewalInfoDecodedPayload, JWSTransactionDecodedPayload } from '@apple/app-store-server-library'
import { z } from 'zod'

const timestamp = z.number().transform(ms => new Date(ms))
const optionalText = z.string().optional()

/** A paid period of a subscription: a signed transaction of Apple. Prices in thousandths of the currency unit. */
const period = z.object({
  transactionId: z.string(),
  originalTransactionId: z.string(),
  productId: z.string(),
  purchaseDate: timestamp,
  originalPurchaseDate: timestamp,
  expiresDate: timestamp,
  price: z.number().default(0),
  currency: z.string().default(''),
  appAccountToken: optionalText,
  inAppOwnershipType: optionalText,
  offerDiscountType: optionalText,
  revocationDate: timestamp.optional(),
  revocationType: optionalText,
  revocationPercentage: z.number().default(100_000),
})
export type Period = z.infer<typeof period>

const renewal = z.object({
  originalTransactionId: z.string(),
  autoRenewProductId: optionalText,
  autoRenewStatus: z.number().optional(),
  renewalDate: timestamp.optional(),
  renewalPrice: z.number().optional(),
  recentSubscriptionStartDate: timestamp.optional(),
  appAccountToken: optionalText,
})
export type Renewal = z.infer<typeof renewal>

/** Null for transactions without a subscription period. */
export const parsePeriod = (transaction: JWSTransactionDecodedPayload): Period | null =>
  period.safeParse(transaction).data ?? null

export const parseRenewal = (info: JWSRenewalInfoDecodedPayload): Renewal | null => renewal.safeParse(info).data ?? null
