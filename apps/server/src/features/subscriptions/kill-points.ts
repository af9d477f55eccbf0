/** Kill points of payment operations, each right after an effect. Tests kill the process at every one of them. */
export const paymentKillPoints = [
  'operation-begun',
  'customer-kept',
  'payment-called',
  'purchase-written',
  'purchase-refreshed',
  'operation-ended',
  'event-taken',
  'purchase-acknowledged',
] as const

export type PaymentKillPoint = (typeof paymentKillPoints)[number]
