import type { Client, RequestOf, Routes, Schedule } from '@recaps/contract'
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { problemOf } from '../../api/problem.ts'
import { stepTaken } from '../../device/step-taken.ts'
import { useToast } from '../../ui/Toast.tsx'
import { allOf, runsNow } from './model.ts'

export const schedulesKey = ['schedules'] as const
export const listKey = [...schedulesKey, 'list'] as const

/** How often the page looks again: while a run is in work, and while nothing is known to happen. */
const busyMs = 5_000
const quietMs = 60_000

export const listOf = (client: Client) => ({
  queryKey: listKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => client.schedules.list({}, { signal }),
})

/** The one schedule of the user; null when there is none. */
export function useSchedule() {
  const client = useClient()
  return useQuery({
    ...listOf(client),
    select: list => list.find(({ type }) => type === 'youtube') ?? null,
    refetchInterval: ({ state }) => (state.data?.some(runsNow) ? busyMs : quietMs),
  })
}

/** Whether there is one, as far as a page has asked already. */
export function useHasSchedule(): boolean {
  const client = useClient()
  return useQuery({ ...listOf(client), enabled: false }).data?.some(({ type }) => type === 'youtube') ?? false
}

/** It is gone: from here on there is none. */
export const dropSchedule = (cache: QueryClient, id: number) =>
  cache.setQueryData(listKey, (known: Schedule[] | undefined) => allOf(known, id))

/** A newer state of it that came with another answer. */
export const keepSchedule = (cache: QueryClient, schedule: Schedule) =>
  cache.setQueryData(listKey, (known: Schedule[] | undefined) => [...allOf(known, schedule.id), schedule])

/** Makes a schedule, or changes the one there is. */
export function useSaveSchedule(
  id: number | null,
  { onSaved, onRefused }: { onSaved(schedule: Schedule): void; onRefused(error: Error): void },
) {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestOf<Routes['schedules']['create']>['body']) =>
      id === null ? client.schedules.create({ body }) : client.schedules.change({ params: { id }, body }),
    onSuccess(schedule) {
      if (id === null) stepTaken('schedule made')
      keepSchedule(cache, schedule)
      onSaved(schedule)
    },
    onError(error) {
      onRefused(error)
      // Another window may have made or deleted it meanwhile.
      return cache.invalidateQueries({ queryKey: schedulesKey })
    },
  })
}

type Step = 'run' | 'pause' | 'resume' | 'skip'

/** One press on the schedule as a whole. */
export function useScheduleStep(id: number, step: Step, doneText: (schedule: Schedule) => string) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => client.schedules[step]({ params: { id } }),
    onSuccess(schedule) {
      keepSchedule(cache, schedule)
      toast({ text: doneText(schedule), tone: 'success' })
    },
    onError(error) {
      toast({ text: problemOf(error).sentence, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: listKey })
    },
  })
}

/** The twenty newest runs. */
export function useRuns({ id, lastRun }: Schedule, isWanted: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: [...schedulesKey, 'runs', id, lastRun?.id],
    enabled: isWanted,
    queryFn: async ({ signal }) => (await client.schedules.runs({ params: { id } }, { signal })).data,
  })
}

type PreviewBody = RequestOf<Routes['schedules']['preview']>['body']

/** The dates and the cost of what is being chosen. The last answer stands until the new one is there. */
export function useSchedulePreview(body: PreviewBody, isWanted = true) {
  const client = useClient()
  return useQuery({
    queryKey: [...schedulesKey, 'preview', body],
    enabled: isWanted,
    staleTime: 30_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.schedules.preview({ body }, { signal }),
  })
}

/** How channels upload, by their ids: those that the user follows, and with `ask` a few others. */
export function useChannelPreviews(channelIds: readonly string[], ask: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: [...schedulesKey, 'channels', ask, channelIds],
    enabled: channelIds.length > 0,
    staleTime: 300_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.schedules.previewChannels({ body: { channelIds: channelIds.slice(0, 100), ask } }, { signal }),
    select: ({ data }) => new Map(data.map(preview => [preview.channelId, preview])),
  })
}

export function useImportChannels() {
  const client = useClient()
  return useMutation({ mutationFn: (text: string) => client.schedules.importChannels({ body: { text } }) })
}
