import type { Notice } from '@recaps/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { toProblem } from '../../api/problem.ts'
import { useToast } from '../../ui/Toast.tsx'
import { type NotificationList, notificationsKey } from './queries.ts'
import { texts } from './texts.ts'

const cachedList = (cache: QueryClient) => cache.getQueryData<NotificationList>(notificationsKey)

interface Deletion {
  ids: readonly number[]
  /** The list before this deletion. */
  before: NotificationList | undefined
  /** Closes the undo toast. Returns whether it was still open. */
  withdraw(): boolean
}

/** The latest undo offer. Deletions made while its toast is open join it, so that one undo restores them all. */
const offered = new WeakMap<QueryClient, Deletion>()

/** Removes notifications from the list at once, and puts them back on undo or failure. */
function useDeletion<Target>(
  idsToHide: (target: Target) => readonly number[],
  send: (target: Target) => Promise<readonly number[]>,
) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const setList = (list: NotificationList | undefined) => cache.setQueryData(notificationsKey, list)

  const restore = async (ids: readonly number[], before: NotificationList | undefined) => {
    setList(before)
    const restored = await client.notices.restore({ body: { ids: [...ids] } }).catch(() => ({ ids: [] }))
    if (restored.ids.length < ids.length) toast({ text: texts.notRestored, tone: 'danger' })
    // Others may have been deleted since.
    void cache.invalidateQueries({ queryKey: notificationsKey })
  }

  const offerUndo = (deletedIds: readonly number[], beforeThese: NotificationList | undefined) => {
    const last = offered.get(cache)
    const { ids, before } = last?.withdraw()
      ? { ids: [...last.ids, ...deletedIds], before: last.before }
      : { ids: deletedIds, before: beforeThese }
    const action = { label: texts.undo, onPress: () => void restore(ids, before) }
    offered.set(cache, { ids, before, withdraw: toast({ text: texts.deleted(ids.length), action }) })
  }

  return useMutation({
    // Serialized, because each undo restores the list as it was before its deletion.
    scope: { id: 'notices' },
    mutationFn: send,
    async onMutate(target) {
      await cache.cancelQueries({ queryKey: notificationsKey })
      const before = cachedList(cache)
      setList(before && without(before, idsToHide(target)))
      return before
    },
    onSuccess(ids, _, before) {
      if (ids.length > 0) offerUndo(ids, before)
      else toast({ text: texts.deleted(0) })
      // If no loaded notifications are left, load those behind "Show more".
      const left = cachedList(cache)?.pages.flatMap(page => page.data)
      if (left?.length === 0) void cache.invalidateQueries({ queryKey: notificationsKey })
    },
    onError(error, _, before) {
      setList(before)
      toast({ text: toProblem(error).sentence, tone: 'danger' })
      // Another window may have deleted it.
      void cache.invalidateQueries({ queryKey: notificationsKey })
    },
  })
}

export function useDeleteNotification() {
  const client = useClient()
  return useDeletion<number>(
    id => [id],
    async id => {
      await client.notices.delete({ params: { id } })
      return [id]
    },
  ).mutate
}

/** Deletes all read notifications except those still marked as new here, which opening the list has marked as read. */
export function useDeleteReadNotifications(shown: readonly Notice[]) {
  const client = useClient()
  const isRead = ({ readAt }: Notice) => readAt !== null
  return useDeletion<void>(
    () => shown.filter(isRead).map(({ id }) => id),
    async () => {
      const except = shown.filter(notice => !isRead(notice)).map(({ id }) => id)
      return (await client.notices.deleteRead({ body: { except } })).ids
    },
  )
}

const without = (list: NotificationList, ids: readonly number[]): NotificationList => ({
  ...list,
  pages: list.pages.map(page => ({ ...page, data: page.data.filter(({ id }) => !ids.includes(id)) })),
})
