import type { Client, Summary } from '@recaps/contract'
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { refreshMonth, rememberMonth } from '../../subscriptions/queries.ts'
import { store } from '../queries.ts'
import { useSummaryWatch } from '../watch/SummaryWatch.tsx'

const previewKey = (videoId: string) => ['summaries', 'preview', videoId] as const

/** What a video is, before a summary is asked for. */
function previewQuery(client: Client, cache: QueryClient, videoId: string) {
  return queryOptions({
    queryKey: previewKey(videoId),
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const preview = await client.summaries.preview({ body: { urlOrId: videoId } }, { signal })
      rememberMonth(cache, preview.month)
      return preview
    },
  })
}

export const usePreview = (videoId: string) => useQuery(previewQuery(useClient(), useQueryClient(), videoId))

export function usePreviews(videoIds: readonly string[]) {
  const client = useClient()
  const cache = useQueryClient()
  return useQueries({ queries: videoIds.map(videoId => previewQuery(client, cache, videoId)) })
}

export interface Wish {
  urlOrId: string
  /** What its reader wants to know most; empty for nothing. */
  focus: string
}

/** Asks for a summary; the entry appears in every list at once and goes on without this page. */
export function useRequestSummary(onAsked: (entry: Summary) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const watch = useSummaryWatch()
  return useMutation({
    mutationFn: async ({ urlOrId, focus }: Wish) => {
      const flag = watch.begin()
      try {
        const entry = await client.summaries.request({
          body: { urlOrId, type: 'youtube', focus: focus.trim() || null },
        })
        flag.asked(entry)
        return entry
      } catch (error) {
        flag.refused()
        throw error
      }
    },
    onSuccess: entry => {
      store(cache, entry)
      void refreshMonth(cache)
      void cache.invalidateQueries({ queryKey: previewKey(entry.videoInfo.videoId) })
      onAsked(entry)
    },
  })
}

export function useUpload(onAsked: (entry: Summary) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const watch = useSummaryWatch()
  return useMutation({
    mutationFn: async ({ file, focus }: { file: File; focus: string }) => {
      const flag = watch.begin()
      try {
        const title = file.name
          .replace(/\.[^.]+$/, '')
          .replace(/[_-]+/g, ' ')
          .trim()
        const query = { name: file.name, title: title || null, focus: focus.trim() || null }
        const entry = await client.summaries.upload({ query, body: file })
        flag.asked(entry)
        return entry
      } catch (error) {
        flag.refused()
        throw error
      }
    },
    onSuccess: entry => {
      store(cache, entry)
      void refreshMonth(cache)
      onAsked(entry)
    },
  })
}
