export const texts = {
  title: 'Latest from your schedule',
  loading: 'Loading the latest from your schedule',
  failed: 'Couldn’t load these summaries.',
  retry: 'Try again',
  playAll: 'Play all',
  noAudio: 'No audio yet.',
  notRead: 'Couldn’t load these summaries. Try again.',
  all: 'Show all from your schedule',
  none: 'These summaries are no longer in your list.',
} as const
