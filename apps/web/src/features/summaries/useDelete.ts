import type { SummaryItem } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { useOfflineCopies } from '../offline/queries.ts'
import { usePlayer } from '../player/PlayerContext.tsx'
import { markDeletedHere, restoreToCache } from './queries.ts'
import { texts } from './texts.ts'

/** Hides summaries at once, deletes them and offers an undo. Failed ones reappear. */
export function useDelete() {
  const cache = useQueryClient()
  const toast = useToast()
  const deps = { client: useClient(), cache, toast, keptAlong: useOfflineCopies(), player: usePlayer() }
  return useMutation({
    onMutate: (items: readonly SummaryItem[]) => markDeletedHere(cache, items),
    mutationFn: async items => (await import('./delete-summaries.ts')).deleteItems(deps, items),
    onError(_, items) {
      restoreToCache(cache, items)
      toast({ text: texts.notDeleted(items.length), tone: 'danger' })
    },
  })
}
