import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'

/** Searches videos by words. The last page has no page token. */
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

/** Searches channels by name, handle, link or id. */
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
 * Thumbnail of a search result as a data URL, proxied by our server; null while it loads. If the proxy fails, the original
 * URL is used (specification §8), which the content security policy may still block.
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
        response => response.image,
        () => url,
      ),
  })
  return data ?? null
}
