import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { toTrack } from '../../player/track.ts'
import { fetchAllPages, type ListFilter } from '../queries.ts'

/** Toasts for a list without audio and for a failed request. */
interface Messages {
  nothing: string
  failed: string
}

/** Queues and plays a complete list, including pages not loaded yet. */
export function usePlayList(filter: ListFilter, messages: Messages) {
  const client = useClient()
  const player = usePlayer()
  const toast = useToast()
  return useMutation({
    mutationFn: () => fetchAllPages(client, filter),
    onSuccess(items) {
      const tracks = items.flatMap(item => toTrack(item) ?? [])
      if (tracks.length > 0) player.playList(tracks)
      else toast({ text: messages.nothing })
    },
    onError: () => toast({ text: messages.failed, tone: 'danger' }),
  })
}
