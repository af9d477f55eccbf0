export const texts = {
  title: 'Shared summary',
  player: 'Audio player',
  failed: { title: 'The summary could not be loaded', action: 'Try again' },
  missing: {
    title: 'This summary does not exist',
    text: 'It is not shared any more, or a part of its link is missing.',
    home: 'Return Home',
    list: 'My Summaries',
  },
  invitation: (product: string) =>
    `${product} turns long videos into summaries like this one: every sentence leads to its second, to read and to hear.`,
  register: 'Create an account',
  logIn: 'Log in',
} as const
