import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'

/** Videos found by words; a missing page token is the end. */
export function useVideoSearch(query: string) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: ['youtube', 'videos', query],
    enabled: query !== '',
    staleTime: 300_000,
    retry: false,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => client.youtube.videos({ query: { query, page: pageParam } }, { signal }),
    getNextPageParam: page => page.nextPageToken ?? null,
  })
}

/** Channels by name, handle, link or id. */
export function useChannelSearch(query: string) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: ['youtube', 'channels', query],
    enabled: query !== '',
    staleTime: 300_000,
    retry: false,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => client.youtube.channels({ query: { query, page: pageParam } }, { signal }),
    getNextPageParam: page => page.nextPageToken ?? null,
  })
}

/**
 * The picture of a search result through our own server, as a data URL. When the server cannot give it the original
 * address is used (specification §8); the content security policy has the last word on that.
 */
export function useProxiedThumbnail(url: string): string | null {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['youtube', 'thumbnail', url],
    enabled: url !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
    retry: false,
    queryFn: ({ signal }) =>
      client.youtube.proxyThumbnail({ query: { url } }, { signal }).then(
        answer => answer.image,
        () => url,
      ),
  })
  return data ?? null
}
