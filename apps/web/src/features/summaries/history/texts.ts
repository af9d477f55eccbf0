export const texts = {
  title: 'My Summaries',
  search: 'Search your summaries',
  clearSearch: 'Clear the search',
  filters: 'Filters',
  all: 'All',
  unread: 'Unread',
  withAudio: 'With audio',
  fromSchedule: 'Schedule',
  channel: 'Channel',
  allChannels: 'All channels',
  inWork: 'In progress and failed',
  failedOnes: (count: number) => `${count} videos were not summarized`,
  list: 'Summaries',
  loading: 'Loading summaries',
  loadingMore: 'Loading more',
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
  more: (title: string) => `More actions for ${title}`,
  select: 'Select',
  selectDone: 'Done',
  selectOne: (title: string) => `Select ${title}`,
  selected: (count: number) => `${count} selected`,
  selectAll: 'Select all',
  playUnread: 'Play all unread',
  saved: (length: string) => `${length} saved this month`,
  oldestFirst: 'Oldest first',
  nothingUnread: 'There is nothing unread to hear.',
  unreadNotRead: 'The unread ones could not be loaded. Try again.',
  addToQueue: 'Add to queue',
  addedToQueue: (added: number, queued: number, soundless: number) =>
    added + queued + soundless === 1
      ? added
        ? 'Added to the queue'
        : queued
          ? 'Already in the queue'
          : 'It has no recording yet'
      : [
          added && `${added} added to the queue`,
          queued && `${queued} already in the queue`,
          soundless && `${soundless} without a recording yet`,
        ]
          .filter(Boolean)
          .join(', '),
  nothingToHear: 'There is nothing to hear in this digest yet.',
  runNotRead: 'This digest could not be loaded. Try its link again.',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  remove: 'Delete',
  isUnread: 'Unread.',
  heard: 'Heard',
  toHear: (length: string) => ` · ${length} to hear`,
  empty: {
    title: 'Your summaries will be here',
    text: 'Paste the link of a talk, a lecture or a podcast, and read it in minutes.',
    action: 'Generate Summary',
  },
  nothing: {
    title: 'Nothing matches',
    text: 'No summary fits this search and these filters.',
    action: 'Show all',
  },
  failed: { title: 'Your summaries could not be loaded', action: 'Try again' },
} as const
