import { z } from 'zod'

const text = z.string().max(4_000)
const timestamp = text
  .transform(at => new Date(at))
  .refine(at => !Number.isNaN(at.getTime()))
  .optional()

/** Google's `Money`: `units` as a string, `nanos` in billionths; zero values are omitted. */
const money = z
  .object({ currencyCode: text, units: z.coerce.number().default(0), nanos: z.number().default(0) })
  .transform(({ currencyCode, units, nanos }) => ({
    currency: currencyCode.toLowerCase(),
    cents: Math.round(units * 100 + nanos / 10_000_000),
  }))
export type Money = z.infer<typeof money>

const accountIdentifiers = z.object({ obfuscatedExternalAccountId: text.optional() }).optional()

const lineItem = z.object({
  productId: text.default(''),
  expiryTime: timestamp,
  /** Missing until the first payment, and for a product that replaces another one later. */
  latestSuccessfulOrderId: text.optional(),
  autoRenewingPlan: z
    .object({ autoRenewEnabled: z.boolean().default(false), recurringPrice: money.optional() })
    .optional(),
  offerPhase: z.object({ freeTrial: z.object({}).optional() }).optional(),
  deferredItemReplacement: z.object({ productId: text }).optional(),
})
export type LineItem = z.infer<typeof lineItem>

/** The fields we use of `SubscriptionPurchaseV2`. All of them may be missing. */
export const subscription = z.object({
  subscriptionState: text.default('SUBSCRIPTION_STATE_UNSPECIFIED'),
  startTime: timestamp,
  acknowledgementState: text.optional(),
  linkedPurchaseToken: text.optional(),
  canceledStateContext: z.object({ replacementCancellation: z.object({}).optional() }).optional(),
  /** Only in older responses; now in `lineItems`. */
  latestOrderId: text.optional(),
  externalAccountIdentifiers: accountIdentifiers,
  outOfAppPurchaseContext: z
    .object({ expiredExternalAccountIdentifiers: accountIdentifiers, expiredPurchaseToken: text.optional() })
    .optional(),
  testPurchase: z.object({}).optional(),
  lineItems: z.array(lineItem).default([]),
})
export type Subscription = z.infer<typeof subscription>

const refundDetails = z.object({ total: money.optional() }).optional()

/** The fields we use of `Order`. */
export const order = z.object({
  orderId: text,
  purchaseToken: text.optional(),
  state: text.default('STATE_UNSPECIFIED'),
  createTime: timestamp,
  total: money.optional(),
  orderHistory: z
    .object({
      refundEvent: z.object({ eventTime: timestamp, refundDetails }).optional(),
      partialRefundEvents: z
        .array(z.object({ createTime: timestamp, state: text.optional(), refundDetails }))
        .default([]),
    })
    .default({ partialRefundEvents: [] }),
  lineItems: z
    .array(
      z.object({
        subscriptionDetails: z
          .object({
            offerPhaseDetails: z
              .object({ baseDetails: z.object({}).optional(), freeTrialDetails: z.object({}).optional() })
              .optional(),
            servicePeriodStartTime: timestamp,
            servicePeriodEndTime: timestamp,
          })
          .optional(),
      }),
    )
    .default([]),
})
export type Order = z.infer<typeof order>

export const orderList = z.object({ orders: z.array(order).default([]) })
