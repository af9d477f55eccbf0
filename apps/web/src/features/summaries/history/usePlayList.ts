import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { trackOf } from '../../player/track.ts'
import { type ListFilter, readAll } from '../queries.ts'

/** What is said when a list has no sound, and when it could not be read. */
interface Words {
  nothing: string
  notRead: string
}

/** Queues and plays all of a list, also what was not scrolled to yet. */
export function usePlayList(filter: ListFilter, words: Words) {
  const client = useClient()
  const player = usePlayer()
  const toast = useToast()
  return useMutation({
    mutationFn: () => readAll(client, filter),
    onSuccess(items) {
      const tracks = items.flatMap(item => trackOf(item) ?? [])
      if (tracks.length > 0) player.playList(tracks)
      else toast({ text: words.nothing })
    },
    onError: () => toast({ text: words.notRead, tone: 'danger' }),
  })
}
