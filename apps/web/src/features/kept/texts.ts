export const texts = {
  keep: 'Keep offline',
  keeping: (percent: number) => `Keeping… ${percent} %`,
  isKept: (size: string) => `Kept · ${size}`,
  unkeep: 'Remove from this device',
  kept: 'Kept on this device, to read and to hear without a network',
  removed: 'Removed from this device',
  notRemoved: 'It could not be removed from this device. Try again.',
  noRoom: 'There is no room for it on this device. Remove something, then try again.',
  tryAgain: 'Try again',
} as const
