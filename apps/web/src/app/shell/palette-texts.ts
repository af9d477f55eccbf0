/** Not in `../texts.ts`: those are part of the first load, these load when the palette opens. */
export const texts = {
  label: 'Find a page or summary',
  hint: 'Page, title or channel',
  list: 'Results',
  search: (text: string) => `Search My Summaries for “${text}”`,
} as const
