const periods = { day: 'today', week: 'this week', month: 'this month', year: 'this year' } as const
const grouped = new Intl.NumberFormat('en-US')

export const texts = {
  title: 'Popular',
  timeframe: 'Most viewed',
  timeframes: { day: 'Day', week: 'Week', month: 'Month', year: 'Year', all: 'All' },
  newToMe: 'New to me',
  list: 'Popular summaries',
  loading: 'Loading popular summaries',
  loadingMore: 'Loading more',
  more: 'Show more',
  rank: (rank: number) => `Number ${rank}.`,
  reads: (left: number, limit: number) =>
    `${grouped.format(left)} of ${grouped.format(limit)} community reads left this month`,
  freeReads: 'Your own summaries and ones you’ve opened don’t count',
  resets: (when: string) => `Resets ${when}.`,
  views: (count: number) => `${grouped.format(count)} ${count === 1 ? 'view' : 'views'}`,
  spoken: (language: string | undefined) => `Spoken in ${language ?? 'another language'}`,
  opened: 'Opened',
  locked: 'No reads left',
  own: 'In My Summaries',
  add: 'Add',
  toMine: ' to My Summaries',
  addOne: (title: string) => `Add to My Summaries: ${title}`,
  open: 'Open',
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
  empty: {
    title: 'Nothing popular yet',
    text: 'A summary appears here once three people with a confirmed email address have it and one of them has read it.',
    action: 'Generate Summary',
  },
  allKnown: {
    title: 'You’re all caught up',
    text: 'You’ve already added or read every popular summary here.',
    action: 'Show everything',
  },
  nothing: (timeframe: keyof typeof periods) => ({
    title: `Nothing popular ${periods[timeframe]}`,
    text: `No popular summaries were viewed ${periods[timeframe]}.`,
    action: 'Show all time',
  }),
  failed: { title: 'Couldn’t load popular summaries', action: 'Try again' },
} as const
