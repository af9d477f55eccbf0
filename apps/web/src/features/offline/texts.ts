export const texts = {
  save: 'Save offline',
  saving: (percent: number) => `Saving… ${percent}%`,
  savedSize: (size: string) => `Saved · ${size}`,
  remove: 'Remove from this device',
  saved: 'Saved on this device. Read or listen offline.',
  removed: 'Removed from this device',
  notRemoved: 'Couldn’t remove this from your device. Try again.',
  noSpace: 'Not enough space on this device. Free up some space and try again.',
  tryAgain: 'Try again',
} as const
