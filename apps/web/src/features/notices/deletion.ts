import type { Notice } from '@recaps/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { problemOf } from '../../api/problem.ts'
import { useToast } from '../../ui/Toast.tsx'
import { type NoticeList, noticesKey } from './queries.ts'
import { texts } from './texts.ts'

const listOf = (cache: QueryClient) => cache.getQueryData<NoticeList>(noticesKey)

interface Deletion {
  ids: readonly number[]
  /** How the list was before it. */
  before: NoticeList | undefined
  /** Takes the offer to undo it away, and says whether it still stood. */
  withdraw(): boolean
}

/** What was offered last to be undone: what is deleted while that stands is undone with it. */
const offered = new WeakMap<QueryClient, Deletion>()

/** Out of sight at once, and back as they were where that is taken back or could not be done. */
function useDeletion<Wish>(idsOf: (wish: Wish) => readonly number[], send: (wish: Wish) => Promise<readonly number[]>) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const showAgain = (list: NoticeList | undefined) => cache.setQueryData(noticesKey, list)

  const restore = async (ids: readonly number[], before: NoticeList | undefined) => {
    showAgain(before)
    const answer = await client.notices.restore({ body: { ids: [...ids] } }).catch(() => ({ ids: [] }))
    if (answer.ids.length < ids.length) toast({ text: texts.notRestored, tone: 'danger' })
    // Others may have been deleted since.
    void cache.invalidateQueries({ queryKey: noticesKey })
  }

  const offerUndo = (gone: readonly number[], beforeThese: NoticeList | undefined) => {
    const last = offered.get(cache)
    const { ids, before } = last?.withdraw()
      ? { ids: [...last.ids, ...gone], before: last.before }
      : { ids: gone, before: beforeThese }
    const action = { label: texts.undo, onPress: () => void restore(ids, before) }
    offered.set(cache, { ids, before, withdraw: toast({ text: texts.deleted(ids.length), action }) })
  }

  return useMutation({
    // One after the other: each is taken back to how things stood before it.
    scope: { id: 'notices' },
    mutationFn: send,
    async onMutate(wish) {
      await cache.cancelQueries({ queryKey: noticesKey })
      const before = listOf(cache)
      showAgain(before && without(before, idsOf(wish)))
      return before
    },
    onSuccess(ids, _, before) {
      if (ids.length > 0) offerUndo(ids, before)
      else toast({ text: texts.deleted(0) })
      // Those behind "Show more" come forward.
      const left = listOf(cache)?.pages.flatMap(page => page.data)
      if (left?.length === 0) void cache.invalidateQueries({ queryKey: noticesKey })
    },
    onError(error, _, before) {
      showAgain(before)
      toast({ text: problemOf(error).sentence, tone: 'danger' })
      // Another window may have deleted it.
      void cache.invalidateQueries({ queryKey: noticesKey })
    },
  })
}

export function useDeleteNotice() {
  const client = useClient()
  return useDeletion<number>(
    id => [id],
    async id => {
      await client.notices.delete({ params: { id } })
      return [id]
    },
  ).mutate
}

/** All that were read but for what is told as new here: opening the list has read that as well. */
export function useDeleteRead(shown: readonly Notice[]) {
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

const without = (list: NoticeList, ids: readonly number[]): NoticeList => ({
  ...list,
  pages: list.pages.map(page => ({ ...page, data: page.data.filter(({ id }) => !ids.includes(id)) })),
})
