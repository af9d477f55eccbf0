export const texts = {
  title: 'Channels you may want to follow',
  ofYours: (many: number) => `${many} of your summaries`,
  ofOthers: 'Popular here this month',
  follow: 'Follow',
  followOne: (channel: string) => `Follow ${channel}`,
} as const
