import { z } from 'zod'

const text = z.string().max(4_000)
const instant = text
  .transform(at => new Date(at))
  .refine(at => !Number.isNaN(at.getTime()))
  .optional()

/** `Money`: whole units as text, the rest in billionths; what is nothing is left out. */
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
  expiryTime: instant,
  /** Not there while nothing is paid, and of a product that only takes the place of another later. */
  latestSuccessfulOrderId: text.optional(),
  autoRenewingPlan: z
    .object({ autoRenewEnabled: z.boolean().default(false), recurringPrice: money.optional() })
    .optional(),
  offerPhase: z.object({ freeTrial: z.object({}).optional() }).optional(),
  deferredItemReplacement: z.object({ productId: text }).optional(),
})
export type LineItem = z.infer<typeof lineItem>

/** What is read of `SubscriptionPurchaseV2`; all of its fields may be missing. */
export const subscription = z.object({
  subscriptionState: text.default('SUBSCRIPTION_STATE_UNSPECIFIED'),
  startTime: instant,
  acknowledgementState: text.optional(),
  linkedPurchaseToken: text.optional(),
  canceledStateContext: z.object({ replacementCancellation: z.object({}).optional() }).optional(),
  /** Of older answers; lines tell it now. */
  latestOrderId: text.optional(),
  externalAccountIdentifiers: accountIdentifiers,
  outOfAppPurchaseContext: z
    .object({ expiredExternalAccountIdentifiers: accountIdentifiers, expiredPurchaseToken: text.optional() })
    .optional(),
  testPurchase: z.object({}).optional(),
  lineItems: z.array(lineItem).default([]),
})
export type Subscription = z.infer<typeof subscription>

const refunded = z.object({ total: money.optional() }).optional()

/** What is read of `Order`. */
export const order = z.object({
  orderId: text,
  purchaseToken: text.optional(),
  state: text.default('STATE_UNSPECIFIED'),
  createTime: instant,
  total: money.optional(),
  orderHistory: z
    .object({
      refundEvent: z.object({ eventTime: instant, refundDetails: refunded }).optional(),
      partialRefundEvents: z
        .array(z.object({ createTime: instant, state: text.optional(), refundDetails: refunded }))
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
            servicePeriodStartTime: instant,
            servicePeriodEndTime: instant,
          })
          .optional(),
      }),
    )
    .default([]),
})
export type Order = z.infer<typeof order>

export const orderList = z.object({ orders: z.array(order).default([]) })
