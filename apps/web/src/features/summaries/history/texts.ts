export const texts = {
  title: 'My Summaries',
  search: 'Search your summaries',
  clearSearch: 'Clear search',
  filters: 'Filters',
  all: 'All',
  unread: 'Unread',
  withAudio: 'With audio',
  fromSchedule: 'Schedule',
  channel: 'Channel',
  allChannels: 'All channels',
  inProgress: 'In progress and failed',
  failedCount: (count: number) => `${count} videos couldn’t be summarized`,
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
  nothingUnread: 'No unread summaries with audio.',
  unreadNotLoaded: 'Couldn’t load your unread summaries. Try again.',
  addToQueue: 'Add to queue',
  addedToQueue: (added: number, queued: number, withoutAudio: number) =>
    added + queued + withoutAudio === 1
      ? added
        ? 'Added to queue'
        : queued
          ? 'Already in queue'
          : 'No audio yet'
      : [
          added && `${added} added to queue`,
          queued && `${queued} already in queue`,
          withoutAudio && `${withoutAudio} without audio`,
        ]
          .filter(Boolean)
          .join(', '),
  noAudioInDigest: 'This digest has no audio yet.',
  digestNotLoaded: 'Couldn’t load this digest. Open the link again.',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  remove: 'Delete',
  isUnread: 'Unread.',
  listenProgress: 'Listening progress',
  listenTime: (length: string) => ` · ${length} listen`,
  empty: {
    title: 'Your summaries will appear here',
    text: 'Paste a link to a talk, lecture or podcast and read it in minutes.',
    action: 'Generate Summary',
  },
  nothing: {
    title: 'No matches',
    text: 'Try another search or remove some filters.',
    action: 'Show all',
  },
  failed: { title: 'Couldn’t load your summaries', action: 'Try again' },
} as const
