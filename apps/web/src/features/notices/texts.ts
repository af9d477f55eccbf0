export const texts = {
  title: 'Notices',
  open: (unread: number) => (unread === 0 ? 'Notices' : `Notices, ${unread} unread`),
  most: '99+',
  close: 'Close',
  loading: 'Loading notices',
  failed: 'Your notices could not be loaded.',
  retry: 'Try again',
  empty: 'Nothing has happened yet. Digests and news of your channels will be told here.',
  isNew: 'New.',
  more: 'Show more',
} as const
