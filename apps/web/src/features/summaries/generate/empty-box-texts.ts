const number = new Intl.NumberFormat('en-US')

/** Texts of the part below the empty box, which is loaded after the page. */
export const texts = {
  demo: {
    title: 'Demo',
    text: 'This demo uses three sample channels instead of YouTube. Try a search:',
    searches: ['physics', 'London', 'yogurt', 'keyboard'],
  },
  suggested: {
    new: {
      title: 'New from your channels',
      cost: (remaining: number) =>
        remaining === 1
          ? 'Each uses your last summary this month.'
          : `Each uses 1 of your ${remaining} summaries left this month.`,
    },
    popular: {
      title: 'Popular this week',
      cost: (remaining: number) =>
        remaining === 1
          ? 'Opening one uses your last community read this month.'
          : `Opening one uses 1 of your ${number.format(remaining)} community reads left this month.`,
    },
  },
  generate: 'Generate',
  generateFor: (title: string) => `Generate a summary of ${title}`,
} as const
