import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { cacheItems, detailKey } from '../queries.ts'
import { texts } from '../texts.ts'

/** A shared summary by the token of its link. Needs no login. */
export function useShared(token: string, isToken: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: ['summaries', 'shared', token],
    enabled: isToken,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const summary = await client.summaries.shared({ params: { token } }, { signal })
      return summary.access === 'shared' ? { ...summary, shareToken: token } : summary
    },
  })
}

export function useTranscript(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: ['summaries', 'transcript', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.summaries.transcript({ params: { id } }, { signal }),
  })
}

/** Changes the voice. The summary has no audio until the new one is generated. */
export function useChangeVoice(id: number) {
  const client = useClient()
  const cache = useQueryClient()
  const player = usePlayer()
  const toast = useToast()
  return useMutation({
    mutationFn: (voice: string) => client.summaries.change({ params: { id }, body: { voice } }),
    onSuccess(item) {
      // The server has deleted the audio that is playing.
      if (player.current().queue[0]?.id === id) player.pause()
      cacheItems(cache, [item])
      void cache.invalidateQueries({ queryKey: detailKey(id) })
    },
    onError: () => toast({ text: texts.voiceNotChanged, tone: 'danger' }),
  })
}
