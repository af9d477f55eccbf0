/** Words that stand outside of the page about plans. */
export const texts = {
  see: (plan: string) => `See ${plan}`,
  failing: (plan: string, until: string) => `The last payment for ${plan} failed. The plan stays until ${until}.`,
  lost: (plan: string) => `${plan} is on hold: its payment did not go through.`,
  /** What is left of the plan on hold. */
  onHold: (plan: string, counts: string, summaries: number) =>
    `${plan} is on hold, so you have the ${counts} plan’s ${summaries} summaries a month.`,
  payFirst: (plan: string) => `You can change plans once the payment for ${plan} has gone through.`,
  card: 'Update card',
  mend: 'Fix payment',
  begun: (plan: string) => `${plan} is yours`,
  openStore: (store: string) => `Open ${store}`,
} as const
