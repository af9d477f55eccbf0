import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { changeItems, type Pages } from '../../summaries/cache.ts'
import { popularKey } from '../../summaries/queries.ts'
import { type Channel, hidingKey } from '../hiding.ts'
import { texts } from './texts.ts'

const hiddenKey = ['hidden-channels'] as const

/** Channels that the user has hidden in Popular, most recently hidden first. */
export function useHiddenChannels() {
  const client = useClient()
  return useQuery({
    queryKey: hiddenKey,
    queryFn: async ({ signal }) => (await client.popular.hidden({}, { signal })).data,
  })
}

/** Hides a channel: removes its summaries from the cached lists at once and shows a toast with Undo. */
export function useHideChannel() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const { mutate: show } = useShowChannel()
  return useMutation({
    mutationKey: hidingKey,
    mutationFn: ({ channelId }: Channel) => client.popular.hide({ params: { channelId } }),
    onSuccess(_, channel) {
      cache.setQueriesData<Pages>(
        { queryKey: popularKey },
        list => list && changeItems(list, item => (item.videoInfo.channelId === channel.channelId ? null : item)),
      )
      toast({ text: texts.hidden(channel.channel), action: { label: texts.undo, onPress: () => show(channel) } })
    },
    onError: error => toast({ text: errorText(error, texts.notHidden), tone: 'danger' }),
    onSettled: () => refetchLists(cache),
  })
}

export function useShowChannel(onShown?: (shown: Channel) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ channelId }: Channel) => client.popular.show({ params: { channelId } }),
    onSuccess: (_, shown) => onShown?.(shown),
    onError: error => toast({ text: errorText(error, texts.notShown), tone: 'danger' }),
    onSettled: () => refetchLists(cache),
  })
}

const errorText = (error: unknown, fallback: string): string => {
  const { code, sentence } = problemOf(error)
  return code ? sentence : fallback
}

/** Refetches the hidden channels and the popular lists, on failure too: another tab may have changed them. */
function refetchLists(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: hiddenKey })
  void cache.invalidateQueries({ queryKey: popularKey })
}
