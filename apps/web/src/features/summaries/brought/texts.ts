export const texts = {
  title: 'Latest recaps',
  loading: 'Loading the latest recaps',
  failed: 'They could not be loaded.',
  retry: 'Try again',
  playAll: 'Play all',
  nothingToHear: 'There is nothing to hear yet.',
  notRead: 'They could not be loaded. Try again.',
  all: 'Show all that your schedule brought',
  none: 'None of them is in your list any more.',
} as const
