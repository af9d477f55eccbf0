export const texts = {
  results: 'Videos found',
  searching: 'Searching videos',
  nothingFound: (query: string) => `Nothing found for “${query}”. Try other words, or paste the link of the video.`,
  more: 'Show more',
  retry: 'Try again',
} as const
