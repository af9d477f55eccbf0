export const texts = {
  more: (title: string) => `More actions for ${title}`,
  addToQueue: 'Add to queue',
  hide: 'Hide this channel',
  hidden: (channel: string) => `${channel} hidden from Popular`,
  undo: 'Undo',
  notHidden: 'Couldn’t hide this channel',
  notShown: 'Couldn’t unhide this channel',
  empty: (count: number) => `You’ve hidden ${count === 1 ? '1 channel' : `${count} channels`}.`,
  toSettings: 'Manage in Settings',
  card: {
    title: 'Hidden channels',
    lead: 'You won’t see these channels in Popular.',
    show: 'Unhide',
    showOne: (channel: string) => `Unhide ${channel}`,
    shown: (channel: string) => `${channel} is back in Popular`,
    all: (count: number) => `See all ${count}`,
  },
} as const
