import type { Schedule } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { dropSchedule, keepSchedule, schedulesKey } from '../queries.ts'
import { texts } from './texts.ts'

const deletionTexts = texts.deletion

/** Deletes the schedule without confirmation, after pending changes are saved, and offers to undo it. */
export function useDeleteSchedule({ id, channelList }: Schedule) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const params = { id }

  const restore = async () => {
    try {
      keepSchedule(cache, await client.schedules.restore({ params }))
      toast({ text: deletionTexts.restored, tone: 'success' })
    } catch (error) {
      toast({ text: `${deletionTexts.notRestored} ${problemOf(error).sentence}`, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: schedulesKey })
    }
  }

  const { mutate, isPending } = useMutation({
    scope: { id: 'schedule' },
    mutationFn: () => client.schedules.delete({ params }),
    onSuccess() {
      dropSchedule(cache, id)
      const action = { label: texts.undo, onPress: () => void restore() }
      toast({ text: deletionTexts.done(channelList.length), action })
    },
    onError(error) {
      toast({ text: problemOf(error).sentence, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: schedulesKey })
    },
  })
  // Ignores a double click.
  return () => !isPending && mutate()
}
