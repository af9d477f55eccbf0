export const texts = {
  title: 'Suggested channels',
  ownSummaries: (count: number) => `You have ${count} ${count === 1 ? 'summary' : 'summaries'}`,
  popular: 'Popular this month',
  follow: 'Follow',
  followOne: (channel: string) => `Follow ${channel}`,
} as const
