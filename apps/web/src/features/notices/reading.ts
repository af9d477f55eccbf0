import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { type NoticeList, noticesKey } from './queries.ts'

/** So many are read by one call. */
const atOnce = 100

/** What was shown is read, and the count tells of the others. The marks stay until the list is read again, so that what is new can be told. */
export function useReadNotices() {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    // What is deleted as read is so by then.
    scope: { id: 'notices' },
    // Those further up were read when they were shown.
    mutationFn: (ids: readonly number[]) => client.notices.read({ body: { ids: ids.slice(-atOnce) } }),
    onSuccess: ({ unread }) =>
      cache.setQueryData(noticesKey, (known: NoticeList | undefined) => known && withUnread(known, unread)),
  }).mutate
}

const withUnread = (list: NoticeList, unread: number): NoticeList => ({
  ...list,
  pages: list.pages.map(page => ({ ...page, unread })),
})
