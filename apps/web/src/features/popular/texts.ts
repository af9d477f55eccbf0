const lately = { day: 'today', week: 'this week', month: 'this month', year: 'this year' } as const
const grouped = new Intl.NumberFormat('en-US')

export const texts = {
  title: 'Popular',
  timeframe: 'Most viewed',
  timeframes: { day: 'Day', week: 'Week', month: 'Month', year: 'Year', all: 'All' },
  hide: 'Hide what I have',
  list: 'Popular summaries',
  loading: 'Loading popular summaries',
  loadingMore: 'Loading more',
  more: 'Show more',
  rank: (rank: number) => `Number ${rank}.`,
  reads: (left: number, limit: number) =>
    `${grouped.format(left)} of ${grouped.format(limit)} community reads left this month`,
  cost: 'your own and those opened already are free',
  resets: (when: string) => `You get new ones ${when}.`,
  views: (count: number) => `${grouped.format(count)} ${count === 1 ? 'view' : 'views'}`,
  spoken: (language: string | undefined) => `Spoken in ${language ?? 'another language'}`,
  opened: 'Opened',
  locked: 'No read left',
  own: 'In My Summaries',
  add: 'Add',
  toMine: ' to My Summaries',
  addOne: (title: string) => `Add to My Summaries: ${title}`,
  open: 'Open',
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
  empty: {
    title: 'Nothing is popular yet',
    text: 'A summary appears here once three people with a confirmed email address have it and one of them reads it.',
    action: 'Generate Summary',
  },
  allKnown: {
    title: 'Nothing new to you',
    text: 'What is popular in this time you have, or have read.',
    action: 'Show it all the same',
  },
  nothing: (timeframe: keyof typeof lately) => ({
    title: `Nothing popular ${lately[timeframe]}`,
    text: `No popular summary has been viewed ${lately[timeframe]}.`,
    action: 'Show all time',
  }),
  failed: { title: 'Popular summaries could not be loaded', action: 'Try again' },
} as const
