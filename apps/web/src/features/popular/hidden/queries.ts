import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { changeItems, type Pages } from '../../summaries/cache.ts'
import { popularKey } from '../../summaries/queries.ts'
import { type Channel, hidingKey } from '../hiding.ts'
import { texts } from './texts.ts'

const hiddenKey = ['hidden-channels'] as const

/** Channels that the reader does not want to meet in Popular, the one hidden last first. */
export function useHiddenChannels() {
  const client = useClient()
  return useQuery({
    queryKey: hiddenKey,
    queryFn: async ({ signal }) => (await client.popular.hidden({}, { signal })).data,
  })
}

/** Its summaries leave the lists at once, what comes behind moves up, and for a moment it can be undone. */
export function useHideChannel() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const { mutate: show } = useShowChannel()
  return useMutation({
    mutationKey: hidingKey,
    mutationFn: ({ channelId }: Channel) => client.popular.hide({ params: { channelId } }),
    onSuccess(_, hidden) {
      cache.setQueriesData<Pages>(
        { queryKey: popularKey },
        list => list && changeItems(list, item => (item.videoInfo.channelId === hidden.channelId ? null : item)),
      )
      toast({ text: texts.hidden(hidden.channel), action: { label: texts.undo, onPress: () => show(hidden) } })
    },
    onError: error => toast({ text: sentenceOf(error, texts.notHidden), tone: 'danger' }),
    onSettled: () => readAgain(cache),
  })
}

export function useShowChannel(onShown?: (shown: Channel) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ channelId }: Channel) => client.popular.show({ params: { channelId } }),
    onSuccess: (_, shown) => onShown?.(shown),
    onError: error => toast({ text: sentenceOf(error, texts.notShown), tone: 'danger' }),
    onSettled: () => readAgain(cache),
  })
}

const sentenceOf = (error: unknown, otherwise: string): string => {
  const { code, sentence } = problemOf(error)
  return code ? sentence : otherwise
}

/** Which channels are hidden, and what follows from it; other tabs may have changed it as well. */
function readAgain(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: hiddenKey })
  void cache.invalidateQueries({ queryKey: popularKey })
}
