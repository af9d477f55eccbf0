export const texts = {
  privacy: { title: 'Privacy Policy', lead: (name: string) => `What ${name} stores about you, why, and for how long.` },
  terms: {
    title: 'Terms of Service',
    lead: (name: string) => `What you and the operator of ${name} can expect from each other.`,
  },
  contents: 'On this page',
  changed: (day: string) => `Last changed on ${day}.`,
} as const
