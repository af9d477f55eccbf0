/** Words that stand outside of the page about plans. */
export const texts = {
  see: (plan: string) => `See ${plan}`,
  failing: (plan: string, until: string) => `A payment for your ${plan} plan failed. The plan stays until ${until}.`,
  lost: (plan: string) => `Your ${plan} plan does not count now: its payment did not come.`,
  putRight: 'Put it right',
} as const
