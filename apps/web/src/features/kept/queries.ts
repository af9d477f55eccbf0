import type { SummaryItem } from '@recaps/contract'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useOwner } from '../../api/owner.ts'
import { problemOf } from '../../api/problem.ts'
import { canKeep, isNoRoom } from '../../device/can-keep.ts'
import { useToast } from '../../ui/Toast.tsx'
import { isSameSound } from '../player/track.ts'
import type { Pin } from './pins.ts'
import { texts } from './texts.ts'

export type { Pin }

const pinsKey = ['kept', 'pins'] as const
const shareKey = (id: number) => ['kept', 'share', id] as const
const pins = () => import('./pins.ts')

/** Summaries saved on this device, newest first. */
export function useKept() {
  const owner = useOwner()
  return useQuery({
    queryKey: pinsKey,
    enabled: canKeep(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => (await pins()).readPins(owner),
  })
}

/** Download progress of a summary being saved, 0 to 1; null if it is not being saved. */
export function useShare(id: number): number | null {
  return useQuery<number | null>({ queryKey: shareKey(id), queryFn: () => null, enabled: false }).data ?? null
}

/** Whether a summary is saved with its current audio. False if the voice has changed since it was saved. */
export const isKept = (kept: readonly Pin[] | undefined, item: Pick<SummaryItem, 'id' | 'audioUrl'>) =>
  kept?.some(({ id, paths: [audioUrl = ''] }) => isSameSound({ id, audioUrl }, item)) ?? false

/** Saves summaries on this device, one at a time so that each gets the full bandwidth. */
export function useKeep() {
  const client = useClient()
  const cache = useQueryClient()
  const owner = useOwner()
  const toast = useToast()
  const { mutate: save } = useMutation({
    scope: { id: 'keep' },
    onMutate(id) {
      cache.setQueryData(shareKey(id), 0)
      return owner.id()
    },
    mutationFn: async (id: number) =>
      (await pins()).pin(client, owner, id, progress => cache.setQueryData(shareKey(id), progress)),
    onSuccess: async saved => {
      updateCache(cache, kept => [saved, ...kept.filter(({ id }) => id !== saved.id)])
      toast({ text: texts.kept, tone: 'success' })
    },
    onError(error, id: number, userId) {
      // No toast if this user has logged out.
      if (owner.id() !== userId) return
      const retry = { label: texts.tryAgain, onPress: () => save(id) }
      toast({ text: isNoRoom(error) ? texts.noRoom : problemOf(error).sentence, tone: 'danger', action: retry })
    },
    onSettled: (_saved, _error, id) => cache.setQueryData(shareKey(id), null),
  })
  return save
}

/**
 * Removes offline copies when summaries are deleted: `drop` returns the ids of the removed copies, and `keepAgain` saves
 * them again if the deletion is undone.
 */
export function useKeptAlong() {
  const cache = useQueryClient()
  const save = useKeep()
  return {
    drop(ids: readonly number[]): number[] {
      const removed = (cache.getQueryData<Pin[]>(pinsKey) ?? []).flatMap(({ id }) => (ids.includes(id) ? [id] : []))
      if (removed.length > 0) dropKept(cache, removed)
      return removed
    },
    keepAgain(ids: readonly number[]) {
      for (const id of ids) save(id)
    },
  }
}

/** Removes the offline copies of these summaries, even if the list of saved summaries has not been loaded. */
export function dropKept(cache: QueryClient, ids: readonly number[]): void {
  updateCache(cache, kept => kept.filter(({ id }) => !ids.includes(id)))
  const report = (error: unknown) => console.error('Could not remove summaries from this device:', error)
  if (!canKeep()) return
  pins()
    .then(({ unpin }) => unpin(ids))
    .catch(report)
}

export function useUnkeep() {
  const cache = useQueryClient()
  const toast = useToast()
  const { mutate } = useMutation({
    mutationFn: async (ids: readonly number[]) => (await pins()).unpin(ids),
    onMutate: ids => updateCache(cache, kept => kept.filter(({ id }) => !ids.includes(id))),
    onSuccess: () => toast({ text: texts.removed }),
    onError() {
      toast({ text: texts.notRemoved, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: pinsKey })
    },
  })
  return mutate
}

/** Does nothing while the list is not cached: its first load reads the current state. */
const updateCache = (cache: QueryClient, change: (kept: Pin[]) => Pin[]) =>
  cache.setQueryData<Pin[]>(pinsKey, kept => kept && change(kept))
