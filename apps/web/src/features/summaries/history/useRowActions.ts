import type { SummaryItem } from '@recaps/contract'
import { useMemo } from 'react'
import { canKeep } from '../../../device/can-keep.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { isKept, useKeep, useKept, useUnkeep } from '../../kept/queries.ts'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { trackOf } from '../../player/track.ts'
import { useDelete } from '../deletion.ts'
import { isLost, useChange } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

export interface RowActions {
  play(item: SummaryItem): void
  enqueue(items: readonly SummaryItem[]): void
  remove(items: readonly SummaryItem[]): void
  setUnread(items: readonly SummaryItem[], unread: boolean): void
  /** Whether the summary is available offline. Null if it cannot be: no audio, or no storage on this device. */
  isKept(item: SummaryItem): boolean | null
  keep(item: SummaryItem): void
  unkeep(item: SummaryItem): void
}

/** Actions for summaries in the list. One stable object for all rows, so that they do not render again. */
export function useRowActions(): RowActions {
  const player = usePlayer()
  const toast = useToast()
  const { mutate: remove } = useDelete()
  const { mutateAsync: mark } = useChange('marks')
  const { data: kept } = useKept()
  const keep = useKeep()
  const unkeep = useUnkeep()
  return useMemo(
    () => ({
      play(item) {
        const track = trackOf(item)
        if (track) player.playOrPause(track)
      },
      enqueue(items) {
        const queued = new Set(player.current().queue.map(track => track.id))
        const others = items.filter(item => !queued.has(item.id))
        const tracks = others.flatMap(item => trackOf(item) ?? [])
        for (const track of tracks) player.add(track)
        const text = texts.addedToQueue(tracks.length, items.length - others.length, others.length - tracks.length)
        toast({ text, tone: tracks.length > 0 ? 'success' : 'plain' })
      },
      remove,
      setUnread(items, unread) {
        void Promise.allSettled(items.map(({ id }) => mark({ id, unread }))).then(results => {
          const lost = results.filter(result => result.status === 'rejected' && isLost(result.reason)).length
          if (lost > 0) toast({ text: shared.notMarked(lost), tone: 'danger' })
        })
      },
      isKept: item => (canKeep() && item.audio === 'ready' ? isKept(kept, item) : null),
      keep: ({ id }) => keep(id),
      unkeep: ({ id }) => unkeep([id]),
    }),
    [player, toast, remove, mark, kept, keep, unkeep],
  )
}
