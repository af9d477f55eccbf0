/** Words that stand outside of the page about plans. */
export const texts = {
  see: (plan: string) => `See ${plan}`,
  failing: (plan: string, until: string) => `A payment for your ${plan} plan failed. The plan stays until ${until}.`,
  lost: (plan: string) => `Your ${plan} plan is on hold: its payment did not go through.`,
  putRight: 'Fix payment',
  putRightIn: (store: string) => `Fix it in ${store}`,
} as const
