export const texts = {
  results: 'Videos found',
  searching: 'Searching videos',
  nothingFound: (query: string) => `No results for “${query}”. Try other words, or paste a link to the video.`,
  more: 'Show more',
  retry: 'Try again',
} as const
