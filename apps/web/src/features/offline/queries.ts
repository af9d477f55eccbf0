import type { SummaryItem } from '@recaps/contract'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useOwner } from '../../api/owner.ts'
import { toProblem } from '../../api/problem.ts'
import { canSaveOffline, isStorageFull } from '../../device/offline-support.ts'
import { useToast } from '../../ui/Toast.tsx'
import { isSameAudio } from '../player/track.ts'
import type { OfflineSummary } from './offline-summaries.ts'
import { texts } from './texts.ts'

export type { OfflineSummary }

const listKey = ['offline', 'summaries'] as const
const progressKey = (id: number) => ['offline', 'progress', id] as const
const loadStorage = () => import('./offline-summaries.ts')

/** Summaries saved on this device, newest first. */
export function useOfflineSummaries() {
  const owner = useOwner()
  return useQuery({
    queryKey: listKey,
    enabled: canSaveOffline(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => (await loadStorage()).readOfflineSummaries(owner),
  })
}

/** Download progress of a summary being saved, 0 to 1; null if it is not being saved. */
export function useSaveProgress(id: number): number | null {
  return useQuery<number | null>({ queryKey: progressKey(id), queryFn: () => null, enabled: false }).data ?? null
}

/** Whether a summary is saved with its current audio. False if the voice has changed since it was saved. */
export const isSavedOffline = (
  saved: readonly OfflineSummary[] | undefined,
  item: Pick<SummaryItem, 'id' | 'audioUrl'>,
) => saved?.some(({ id, paths: [audioUrl = ''] }) => isSameAudio({ id, audioUrl }, item)) ?? false

/** Saves summaries on this device, one at a time so that each gets the full bandwidth. */
export function useSaveOffline() {
  const client = useClient()
  const cache = useQueryClient()
  const owner = useOwner()
  const toast = useToast()
  const { mutate: save } = useMutation({
    scope: { id: 'save-offline' },
    onMutate(id) {
      cache.setQueryData(progressKey(id), 0)
      return owner.id()
    },
    mutationFn: async (id: number) =>
      (await loadStorage()).saveOffline(client, owner, id, progress => cache.setQueryData(progressKey(id), progress)),
    onSuccess: async saved => {
      updateCache(cache, others => [saved, ...others.filter(({ id }) => id !== saved.id)])
      toast({ text: texts.saved, tone: 'success' })
    },
    onError(error, id: number, userId) {
      // No toast if this user has logged out.
      if (owner.id() !== userId) return
      const retry = { label: texts.tryAgain, onPress: () => save(id) }
      toast({ text: isStorageFull(error) ? texts.noSpace : toProblem(error).sentence, tone: 'danger', action: retry })
    },
    onSettled: (_saved, _error, id) => cache.setQueryData(progressKey(id), null),
  })
  return save
}

/**
 * Removes offline copies when summaries are deleted: `drop` returns the ids of the removed copies, and `restore` saves
 * them again if the deletion is undone.
 */
export function useOfflineCopies() {
  const cache = useQueryClient()
  const save = useSaveOffline()
  return {
    drop(ids: readonly number[]): number[] {
      const removed = (cache.getQueryData<OfflineSummary[]>(listKey) ?? []).flatMap(({ id }) =>
        ids.includes(id) ? [id] : [],
      )
      if (removed.length > 0) deleteOfflineCopies(cache, removed)
      return removed
    },
    restore(ids: readonly number[]) {
      for (const id of ids) save(id)
    },
  }
}

/** Removes the offline copies of these summaries, even if the list of saved summaries has not been loaded. */
export function deleteOfflineCopies(cache: QueryClient, ids: readonly number[]): void {
  updateCache(cache, saved => saved.filter(({ id }) => !ids.includes(id)))
  const report = (error: unknown) => console.error('Could not remove summaries from this device:', error)
  if (!canSaveOffline()) return
  loadStorage()
    .then(({ deleteOffline }) => deleteOffline(ids))
    .catch(report)
}

export function useRemoveOffline() {
  const cache = useQueryClient()
  const toast = useToast()
  const { mutate } = useMutation({
    mutationFn: async (ids: readonly number[]) => (await loadStorage()).deleteOffline(ids),
    onMutate: ids => updateCache(cache, saved => saved.filter(({ id }) => !ids.includes(id))),
    onSuccess: () => toast({ text: texts.removed }),
    onError() {
      toast({ text: texts.notRemoved, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: listKey })
    },
  })
  return mutate
}

/** Does nothing while the list is not cached: its first load reads the current state. */
const updateCache = (cache: QueryClient, change: (saved: OfflineSummary[]) => OfflineSummary[]) =>
  cache.setQueryData<OfflineSummary[]>(listKey, saved => saved && change(saved))
