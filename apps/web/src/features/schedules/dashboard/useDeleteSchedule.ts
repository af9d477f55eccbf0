import type { Schedule } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { cacheSchedule, removeCachedSchedule, schedulesKey } from '../queries.ts'
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
      cacheSchedule(cache, await client.schedules.restore({ params }))
      toast({ text: deletionTexts.restored, tone: 'success' })
    } catch (error) {
      toast({ text: `${deletionTexts.notRestored} ${toProblem(error).sentence}`, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: schedulesKey })
    }
  }

  const { mutate, isPending } = useMutation({
    scope: { id: 'schedule' },
    mutationFn: () => client.schedules.delete({ params }),
    onSuccess() {
      removeCachedSchedule(cache, id)
      const action = { label: texts.undo, onPress: () => void restore() }
      toast({ text: deletionTexts.done(channelList.length), action })
    },
    onError(error) {
      toast({ text: toProblem(error).sentence, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: schedulesKey })
    },
  })
  // Ignores a double click.
  return () => !isPending && mutate()
}
