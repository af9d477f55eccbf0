export const texts = {
  more: (title: string) => `More actions for ${title}`,
  addToQueue: 'Add to queue',
  hide: 'Hide this channel',
  hidden: (channel: string) => `Hidden in Popular: ${channel}`,
  undo: 'Undo',
  notHidden: 'This channel could not be hidden',
  notShown: 'This channel could not be shown again',
  empty: (count: number) => `You have hidden ${count === 1 ? 'one channel' : `${count} channels`} in Popular.`,
  toSettings: 'Change that in Settings',
  card: {
    title: 'Hidden in Popular',
    lead: 'Summaries of these channels are not listed in Popular for you.',
    show: 'Show again',
    showOne: (channel: string) => `Show again: ${channel}`,
    shown: (channel: string) => `In Popular again: ${channel}`,
    all: (count: number) => `See all ${count}`,
  },
} as const
