import type { Client, Schedule, UploadFilters, VideoChannel } from '@recaps/contract'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { cacheSchedule, scheduleListKey, scheduleListQuery } from '../queries.ts'

/** New filters, or a channel to remove (`before` is null) or to put back in front of the first of `before` still followed. */
type Change = { filters: Partial<UploadFilters> } | { channel: VideoChannel; before: readonly VideoChannel[] | null }

const changeKey = (id: number) => ['change-schedule', id] as const

/** Saves changes in order; until then `useWithPendingChanges` shows them. If one fails, shows a toast and reverts to the server's state. */
export function useChangeSchedule(id: number) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: changeKey(id),
    scope: { id: 'schedule' },
    mutationFn: (change: Change) => saveChange(client, cache, id, change),
    async onSuccess(schedule) {
      // Requests sent before the save would return the old state.
      await cache.cancelQueries({ queryKey: scheduleListKey })
      cacheSchedule(cache, schedule)
    },
    onError(error) {
      toast({ text: toProblem(error).sentence, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: scheduleListKey })
    },
  })
}

/** The schedule with all changes applied that are still being saved. */
export const useWithPendingChanges = (schedule: Schedule): Schedule =>
  useMutationState({
    filters: { mutationKey: changeKey(schedule.id), status: 'pending' },
    select: ({ state }) => state.variables as Change,
  }).reduce(applyChange, schedule)

/** A cached schedule of this age is trusted, so that an undo is sent immediately, before the user leaves the page. */
const freshMs = 10_000

/** Applies the change to the server's current channel list, because another window may have changed it. */
async function saveChange(client: Client, cache: QueryClient, id: number, change: Change): Promise<Schedule> {
  const params = { id }
  if ('filters' in change) return await client.schedules.change({ params, body: change })
  const known = await cache.fetchQuery({ ...scheduleListQuery(client), staleTime: freshMs })
  const current = known.find(one => one.id === id) ?? (await client.schedules.detail({ params }))
  return await client.schedules.change({ params, body: { channelList: applyChange(current, change).channelList } })
}

function applyChange(schedule: Schedule, change: Change): Schedule {
  if ('filters' in change) return { ...schedule, filters: { ...schedule.filters, ...change.filters } }
  const { channel, before } = change
  const channelList = schedule.channelList.filter(({ id }) => id !== channel.id)
  if (before) {
    const index = channelList.findIndex(other => before.some(({ id }) => id === other.id))
    channelList.splice(index < 0 ? channelList.length : index, 0, channel)
  }
  return { ...schedule, channelList }
}
