import type { Client, Schedule, UploadFilters, VideoChannel } from '@recaps/contract'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { keepSchedule, listKey, listOf } from '../queries.ts'

/** One press: which uploads come, or a channel that goes (`before` is null), or comes back to where it stood before others. */
type Change = { filters: Partial<UploadFilters> } | { channel: VideoChannel; before: readonly VideoChannel[] | null }

const changeKey = (id: number) => ['change-schedule', id] as const

/** Changes arrive in their order. Each is shown until it is saved, and taken back with a word where it could not be. */
export function useChangeSchedule(id: number) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: changeKey(id),
    scope: { id: 'schedule' },
    mutationFn: (change: Change) => save(client, cache, id, change),
    async onSuccess(schedule) {
      // What was asked for before this was saved does not tell of it.
      await cache.cancelQueries({ queryKey: listKey })
      keepSchedule(cache, schedule)
    },
    onError(error) {
      toast({ text: problemOf(error).sentence, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: listKey })
    },
  })
}

/** The schedule with what is on its way to it, whatever is answered meanwhile. */
export const useChanged = (schedule: Schedule): Schedule =>
  useMutationState({
    filters: { mutationKey: changeKey(schedule.id), status: 'pending' },
    select: ({ state }) => state.variables as Change,
  }).reduce(changedBy, schedule)

/** What the service has told within this time is taken for how things are: an undo is sent at once, before the page may be left. */
const freshMs = 10_000

/** A channel goes from, or comes back to, what is followed this instant, whatever another window has made of it. */
async function save(client: Client, cache: QueryClient, id: number, change: Change): Promise<Schedule> {
  const params = { id }
  if ('filters' in change) return await client.schedules.change({ params, body: change })
  const known = await cache.fetchQuery({ ...listOf(client), staleTime: freshMs })
  const now = known.find(one => one.id === id) ?? (await client.schedules.detail({ params }))
  return await client.schedules.change({ params, body: { channelList: changedBy(now, change).channelList } })
}

function changedBy(schedule: Schedule, change: Change): Schedule {
  if ('filters' in change) return { ...schedule, filters: { ...schedule.filters, ...change.filters } }
  const { channel, before } = change
  const channelList = schedule.channelList.filter(({ id }) => id !== channel.id)
  if (before) {
    const place = channelList.findIndex(other => before.some(({ id }) => id === other.id))
    channelList.splice(place < 0 ? channelList.length : place, 0, channel)
  }
  return { ...schedule, channelList }
}
