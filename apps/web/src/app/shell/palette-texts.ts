/** Apart from the other words of the frame: they come with the first page, these when somebody asks for them. */
export const texts = {
  label: 'Find a page or a summary',
  hint: 'Page, title or channel',
  list: 'Found',
  search: (text: string) => `Search My Summaries for “${text}”`,
} as const
