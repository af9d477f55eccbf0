export const texts = {
  title: 'Notifications',
  open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  countLimit: '99+',
  close: 'Close',
  loading: 'Loading notifications',
  failed: 'Couldn’t load your notifications.',
  retry: 'Try again',
  empty: 'Nothing yet. Digests and channel updates will show up here.',
  delete: 'Delete',
  deleteOne: (title: string) => `Delete: ${title}`,
  deleteRead: 'Delete all read',
  deleted: (count: number) =>
    count === 1 ? 'Notification deleted' : `${count === 0 ? 'No' : count} notifications deleted`,
  undo: 'Undo',
  notRestored: 'Couldn’t restore all of them.',
  isNew: 'New.',
  more: 'Show more',
} as const
