import type { SummaryItem } from '@recaps/contract'
import { useMemo } from 'react'
import { useToast } from '../../../ui/Toast.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { trackOf } from '../../player/track.ts'
import { useChange, useDelete } from '../queries.ts'
import { texts } from './texts.ts'

export interface RowActions {
  play(item: SummaryItem): void
  enqueue(items: readonly SummaryItem[]): void
  remove(items: readonly SummaryItem[]): void
  setUnread(items: readonly SummaryItem[], unread: boolean): void
}

/** What can be done with entries of the list; one object for all rows, so that rows need not render again. */
export function useRowActions(): RowActions {
  const player = usePlayer()
  const toast = useToast()
  const { mutate: remove } = useDelete()
  const { mutate: change } = useChange()
  return useMemo(
    () => ({
      play(item) {
        const track = trackOf(item)
        if (!track) return
        if (player.current().queue[0]?.id === item.id) player.toggle()
        else player.playNow(track)
      },
      enqueue(items) {
        const queued = new Set(player.current().queue.map(track => track.id))
        const tracks = items.filter(item => !queued.has(item.id)).flatMap(item => trackOf(item) ?? [])
        for (const track of tracks) player.add(track)
        if (tracks.length > 0) toast({ text: texts.addedToQueue(tracks.length), tone: 'success' })
      },
      remove,
      setUnread(items, unread) {
        for (const { id } of items) change({ id, unread })
      },
    }),
    [player, toast, remove, change],
  )
}
