export const texts = {
  keep: 'Save offline',
  keeping: (percent: number) => `Saving… ${percent}%`,
  isKept: (size: string) => `Saved · ${size}`,
  unkeep: 'Remove from this device',
  kept: 'Saved on this device. Read or listen offline.',
  removed: 'Removed from this device',
  notRemoved: 'Couldn’t remove this from your device. Try again.',
  noRoom: 'Not enough space on this device. Free up some space and try again.',
  tryAgain: 'Try again',
} as const
