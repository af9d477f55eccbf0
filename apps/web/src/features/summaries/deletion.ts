import type { SummaryItem } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { useKeptAlong } from '../kept/queries.ts'
import { drop, storeItems } from './queries.ts'
import { texts } from './texts.ts'

/** Deletes at once and offers to undo it; what could not be deleted comes back. */
export function useDelete() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const keptAlong = useKeptAlong()

  const restore = async (items: readonly SummaryItem[]) => {
    storeItems(cache, items)
    const answers = await Promise.allSettled(items.map(({ id }) => client.summaries.restore({ params: { id } })))
    const lost = items.filter((_, at) => answers[at]?.status === 'rejected')
    if (lost.length > 0) {
      drop(cache, lost)
      toast({ text: texts.notRestored, tone: 'danger' })
    }
  }

  return useMutation({
    mutationFn: (items: readonly SummaryItem[]) =>
      Promise.allSettled(items.map(({ id }) => client.summaries.delete({ params: { id } }))),
    onMutate: items => drop(cache, items),
    onSuccess(answers, items) {
      const kept = items.filter((_, at) => answers[at]?.status === 'rejected')
      const gone = items.filter((_, at) => answers[at]?.status === 'fulfilled')
      storeItems(cache, kept)
      if (kept.length > 0) toast({ text: texts.notDeleted, tone: 'danger' })
      if (gone.length > 0 && kept.length === 0) {
        const wereKept = keptAlong.drop(gone.map(({ id }) => id))
        const onPress = () => void restore(gone).then(() => keptAlong.keepAgain(wereKept))
        const undo = { label: texts.undo, onPress }
        toast({ text: texts.deleted(gone.length), action: undo })
      }
    },
  })
}
