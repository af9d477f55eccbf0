import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { type NotificationList, notificationsKey } from './queries.ts'

/** Ids per call that the server accepts. */
const maxIds = 100

/** Marks shown notifications as read and updates the unread count. Their "new" markers stay until the list is fetched again. */
export function useMarkNotificationsRead() {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    // Shared with deletions, so that notifications are marked as read before "Delete all read" runs.
    scope: { id: 'notices' },
    // Only the last ones: earlier pages were marked as read when they were shown.
    mutationFn: (ids: readonly number[]) => client.notices.read({ body: { ids: ids.slice(-maxIds) } }),
    onSuccess: ({ unread }) =>
      cache.setQueryData(notificationsKey, (known: NotificationList | undefined) => known && withUnread(known, unread)),
  }).mutate
}

const withUnread = (list: NotificationList, unread: number): NotificationList => ({
  ...list,
  pages: list.pages.map(page => ({ ...page, unread })),
})
