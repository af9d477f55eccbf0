import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { mapItems, type Pages } from '../../summaries/cache.ts'
import { popularKey } from '../../summaries/queries.ts'
import { type ChannelToHide, hideChannelKey } from '../pending-hidden.ts'
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
  const { mutate: show } = useUnhideChannel()
  return useMutation({
    mutationKey: hideChannelKey,
    mutationFn: ({ channelId }: ChannelToHide) => client.popular.hide({ params: { channelId } }),
    onSuccess(_, channel) {
      cache.setQueriesData<Pages>(
        { queryKey: popularKey },
        list => list && mapItems(list, item => (item.videoInfo.channelId === channel.channelId ? null : item)),
      )
      toast({ text: texts.hidden(channel.channel), action: { label: texts.undo, onPress: () => show(channel) } })
    },
    onError: error => toast({ text: errorText(error, texts.notHidden), tone: 'danger' }),
    onSettled: () => refetchLists(cache),
  })
}

export function useUnhideChannel(onShown?: (shown: ChannelToHide) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ channelId }: ChannelToHide) => client.popular.show({ params: { channelId } }),
    onSuccess: (_, shown) => onShown?.(shown),
    onError: error => toast({ text: errorText(error, texts.notShown), tone: 'danger' }),
    onSettled: () => refetchLists(cache),
  })
}

const errorText = (error: unknown, fallback: string): string => {
  const { code, sentence } = toProblem(error)
  return code ? sentence : fallback
}

/** Refetches the hidden channels and the popular lists, on failure too: another tab may have changed them. */
function refetchLists(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: hiddenKey })
  void cache.invalidateQueries({ queryKey: popularKey })
}
