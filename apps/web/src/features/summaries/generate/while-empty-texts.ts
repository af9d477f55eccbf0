const reads = new Intl.NumberFormat('en-US')

/** Of what stands below the empty box, which comes later than the page. */
export const texts = {
  demo: {
    title: 'Demo',
    text: 'This demo works without YouTube: three channels of our own stand in for it. Try a word:',
    words: ['physics', 'London', 'yogurt', 'keyboard'],
  },
  suggested: {
    new: {
      title: 'New on your channels',
      cost: (remaining: number) =>
        remaining === 1
          ? 'Any of them uses your last summary of this month.'
          : `Each uses 1 of your ${remaining} summaries left this month.`,
    },
    popular: {
      title: 'Popular this week',
      cost: (remaining: number) =>
        remaining === 1
          ? 'Any of them uses your last community read of this month.'
          : `Each uses 1 of your ${reads.format(remaining)} community reads left this month.`,
    },
  },
  generateIt: 'Generate',
  generateOne: (title: string) => `Generate a summary of ${title}`,
} as const
