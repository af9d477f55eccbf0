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

/** What is kept on this device, the newest first. */
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

/** What keeps one now: the share that is here, 0 to 1; null while nothing is on its way. */
export function useShare(id: number): number | null {
  return useQuery<number | null>({ queryKey: shareKey(id), queryFn: () => null, enabled: false }).data ?? null
}

/** With another voice it has another sound, and what is kept is not what one would hear. */
export const isKept = (kept: readonly Pin[] | undefined, item: Pick<SummaryItem, 'id' | 'audioUrl'>) =>
  kept?.some(({ id, paths: [audioUrl = ''] }) => isSameSound({ id, audioUrl }, item)) ?? false

/** Lays a summary down on this device; one after the other, so that each has all of the line. */
export function useKeep() {
  const client = useClient()
  const cache = useQueryClient()
  const owner = useOwner()
  const toast = useToast()
  const { mutate: keep } = useMutation({
    scope: { id: 'keep' },
    onMutate(id) {
      cache.setQueryData(shareKey(id), 0)
      return owner.id()
    },
    mutationFn: async (id: number) =>
      (await pins()).pin(client, owner, id, share => cache.setQueryData(shareKey(id), share)),
    onSuccess: async made => {
      place(cache, kept => [made, ...kept.filter(({ id }) => id !== made.id)])
      toast({ text: texts.kept, tone: 'success' })
    },
    onError(error, id: number, userId) {
      // Who has logged out meanwhile is told nothing, nor who came after.
      if (owner.id() !== userId) return
      const again = { label: texts.tryAgain, onPress: () => keep(id) }
      toast({ text: isNoRoom(error) ? texts.noRoom : problemOf(error).sentence, tone: 'danger', action: again })
    },
    onSettled: (_made, _error, id) => cache.setQueryData(shareKey(id), null),
  })
  return keep
}

/** Of what is deleted nothing stays here; who takes that back has the same kept again. */
export function useKeptAlong() {
  const cache = useQueryClient()
  const keep = useKeep()
  return {
    drop(ids: readonly number[]): number[] {
      const gone = (cache.getQueryData<Pin[]>(pinsKey) ?? []).flatMap(({ id }) => (ids.includes(id) ? [id] : []))
      if (gone.length > 0) dropKept(cache, gone)
      return gone
    },
    keepAgain(ids: readonly number[]) {
      for (const id of ids) keep(id)
    },
  }
}

/** Takes what is kept of these from this device, also where the list of it has not been read. */
export function dropKept(cache: QueryClient, ids: readonly number[]): void {
  place(cache, kept => kept.filter(({ id }) => !ids.includes(id)))
  const report = (error: unknown) => console.error('It could not be removed from this device:', error)
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
    onMutate: ids => place(cache, kept => kept.filter(({ id }) => !ids.includes(id))),
    onSuccess: () => toast({ text: texts.removed }),
    onError() {
      toast({ text: texts.notRemoved, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: pinsKey })
    },
  })
  return mutate
}

/** Where the list is not known, it is read whole when somebody wants it. */
const place = (cache: QueryClient, change: (kept: Pin[]) => Pin[]) =>
  cache.setQueryData<Pin[]>(pinsKey, kept => kept && change(kept))
