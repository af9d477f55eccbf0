import type { SummaryItem } from '@recaps/contract'
import { useMemo } from 'react'
import { canSaveOffline } from '../../../device/offline-support.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { isSavedOffline, useOfflineSummaries, useRemoveOffline, useSaveOffline } from '../../offline/queries.ts'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { toTrack } from '../../player/track.ts'
import { isUpdateLost, useUpdateSummary } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { useDelete } from '../useDelete.ts'
import { texts } from './texts.ts'

export interface RowActions {
  play(item: SummaryItem): void
  enqueue(items: readonly SummaryItem[]): void
  remove(items: readonly SummaryItem[]): void
  setUnread(items: readonly SummaryItem[], unread: boolean): void
  /** Whether the summary is available offline. Null if it cannot be: no audio, or no storage on this device. */
  isOffline(item: SummaryItem): boolean | null
  keepOffline(item: SummaryItem): void
  removeOffline(item: SummaryItem): void
}

/** Actions for summaries in the list. One stable object for all rows, so that they do not render again. */
export function useRowActions(): RowActions {
  const player = usePlayer()
  const toast = useToast()
  const { mutate: remove } = useDelete()
  const { mutateAsync: mark } = useUpdateSummary('marks')
  const { data: kept } = useOfflineSummaries()
  const saveOffline = useSaveOffline()
  const removeOffline = useRemoveOffline()
  return useMemo(
    () => ({
      play(item) {
        const track = toTrack(item)
        if (track) player.playOrPause(track)
      },
      enqueue(items) {
        const queued = new Set(player.current().queue.map(track => track.id))
        const others = items.filter(item => !queued.has(item.id))
        const tracks = others.flatMap(item => toTrack(item) ?? [])
        for (const track of tracks) player.add(track)
        const text = texts.addedToQueue(tracks.length, items.length - others.length, others.length - tracks.length)
        toast({ text, tone: tracks.length > 0 ? 'success' : 'plain' })
      },
      remove,
      setUnread(items, unread) {
        void Promise.allSettled(items.map(({ id }) => mark({ id, unread }))).then(results => {
          const lost = results.filter(result => result.status === 'rejected' && isUpdateLost(result.reason)).length
          if (lost > 0) toast({ text: shared.notMarked(lost), tone: 'danger' })
        })
      },
      isOffline: item => (canSaveOffline() && item.audio === 'ready' ? isSavedOffline(kept, item) : null),
      keepOffline: ({ id }) => saveOffline(id),
      removeOffline: ({ id }) => removeOffline([id]),
    }),
    [player, toast, remove, mark, kept, saveOffline, removeOffline],
  )
}
