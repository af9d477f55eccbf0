/** Texts about plans outside of the Subscriptions page. */
export const texts = {
  see: (plan: string) => `See ${plan}`,
  failing: (plan: string, until: string) => `Your last payment for ${plan} failed. You’ll keep ${plan} until ${until}.`,
  paymentOnHold: (plan: string) => `${plan} is on hold because your payment didn’t go through.`,
  /** Shown when the quota is used up while a paid plan is on hold. */
  onHold: (plan: string, counts: string, summaries: number) =>
    `${plan} is on hold, so you have the ${counts} plan’s ${summaries} summaries a month.`,
  payFirst: (plan: string) => `You can change plans once the payment for ${plan} goes through.`,
  updateCard: 'Update card',
  fixPayment: 'Fix payment',
  purchased: (plan: string) => `${plan} is yours`,
  openStore: (store: string) => `Open ${store}`,
} as const
