import type { Client, RequestOf, Routes, Schedule } from '@recaps/contract'
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { toProblem } from '../../api/problem.ts'
import { reportStep } from '../../device/report-step.ts'
import { useToast } from '../../ui/Toast.tsx'
import { isRunning, withoutSchedule } from './model.ts'

export const schedulesKey = ['schedules'] as const
export const scheduleListKey = [...schedulesKey, 'list'] as const

/** Polling intervals, while a run is in progress and otherwise. */
const runningPollMs = 5_000
const idlePollMs = 60_000

export const scheduleListQuery = (client: Client) => ({
  queryKey: scheduleListKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => client.schedules.list({}, { signal }),
})

/** The user's schedule, or null if there is none. */
export function useSchedule() {
  const client = useClient()
  return useQuery({
    ...scheduleListQuery(client),
    select: list => list.find(({ type }) => type === 'youtube') ?? null,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? runningPollMs : idlePollMs),
  })
}

/** Whether the user has a schedule, from the cache only: false until some page has loaded it. */
export function useHasSchedule(): boolean {
  const client = useClient()
  return (
    useQuery({ ...scheduleListQuery(client), enabled: false }).data?.some(({ type }) => type === 'youtube') ?? false
  )
}

/** Removes a deleted schedule from the cache. */
export const removeCachedSchedule = (cache: QueryClient, id: number) =>
  cache.setQueryData(scheduleListKey, (known: Schedule[] | undefined) => withoutSchedule(known, id))

/** Caches a newer version of a schedule from the response to another request. */
export const cacheSchedule = (cache: QueryClient, schedule: Schedule) =>
  cache.setQueryData(scheduleListKey, (known: Schedule[] | undefined) => [
    ...withoutSchedule(known, schedule.id),
    schedule,
  ])

/** Creates a schedule if `id` is null, otherwise updates it. */
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
      if (id === null) reportStep('schedule made')
      cacheSchedule(cache, schedule)
      onSaved(schedule)
    },
    onError(error) {
      onRefused(error)
      // Another window may have created or deleted the schedule.
      return cache.invalidateQueries({ queryKey: schedulesKey })
    },
  })
}

type Step = 'run' | 'pause' | 'resume' | 'skip'

/** Runs, pauses, resumes or skips a schedule, and shows a toast with the outcome. */
export function useScheduleAction(id: number, step: Step, doneText: (schedule: Schedule) => string) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => client.schedules[step]({ params: { id } }),
    onSuccess(schedule) {
      cacheSchedule(cache, schedule)
      toast({ text: doneText(schedule), tone: 'success' })
    },
    onError(error) {
      toast({ text: toProblem(error).sentence, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: scheduleListKey })
    },
  })
}

/** The twenty newest runs. */
export function useRuns({ id, lastRun }: Schedule, isEnabled: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: [...schedulesKey, 'runs', id, lastRun?.id],
    enabled: isEnabled,
    queryFn: async ({ signal }) => (await client.schedules.runs({ params: { id } }, { signal })).data,
  })
}

type PreviewBody = RequestOf<Routes['schedules']['preview']>['body']

/** Dates and summaries per month of a schedule before it is saved. Shows the previous result while the next one loads. */
export function useSchedulePreview(body: PreviewBody, isEnabled = true) {
  const client = useClient()
  return useQuery({
    queryKey: [...schedulesKey, 'preview', body],
    enabled: isEnabled,
    staleTime: 30_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.schedules.preview({ body }, { signal }),
  })
}

/**
 * Upload rates and newest videos by channel id, for the first 100 ids. Only channels that the user follows are returned;
 * with `ask` the server also queries YouTube for the first few others.
 */
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
