export const texts = {
  title: 'Shared summary',
  player: 'Audio player',
  failed: { title: 'Couldn’t load this summary', action: 'Try again' },
  missing: {
    title: 'Summary not found',
    text: 'It’s no longer shared, or part of the link is missing.',
    home: 'Return Home',
    list: 'My Summaries',
  },
  invitation: (product: string) =>
    `${product} turns long videos into summaries like this one, to read or listen to. Every sentence links to its moment in the video.`,
  register: 'Create an account',
  logIn: 'Log in',
} as const
