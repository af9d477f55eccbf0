import type { Client, Preset, Preview, Summary } from '@recaps/contract'
import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { cacheMonthlyUse } from '../../subscriptions/queries.ts'
import { previewsKey, useCreateSummary } from './request-summary.ts'
import type { SummaryOptions } from './useSummaryOptions.ts'

/** Preview of a video, with the cost of a summary of this length. */
function previewQuery(client: Client, cache: QueryClient, videoId: string, preset: Preset | undefined) {
  return queryOptions({
    queryKey: [...previewsKey(videoId), preset],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const preview = await client.summaries.preview({ body: { urlOrId: videoId, preset } }, { signal })
      cacheMonthlyUse(cache, preview.month)
      return preview
    },
  })
}

/** The video stays visible while the preview for another length loads. */
export const usePreview = (videoId: string, preset: Preset | undefined, isEnabled = true) =>
  useQuery({
    ...previewQuery(useClient(), useQueryClient(), videoId, preset),
    enabled: isEnabled,
    placeholderData: (previous: Preview | undefined) =>
      previous?.videoInfo.videoId === videoId ? previous : undefined,
  })

export function usePreviews(videoIds: readonly string[], preset: Preset | undefined, isEnabled: boolean) {
  const client = useClient()
  const cache = useQueryClient()
  return useQueries({
    queries: videoIds.map(videoId => ({
      ...previewQuery(client, cache, videoId, preset),
      enabled: isEnabled,
    })),
  })
}

export function useUpload(onCreated: (summary: Summary) => void) {
  const client = useClient()
  return useCreateSummary(
    async ({ file, preset }: SummaryOptions & { file: File }, focus) => {
      const title = file.name
        .replace(/\.[^.]+$/, '')
        .replace(/[_-]+/g, ' ')
        .trim()
      const query = { name: file.name, title: title || null, preset, focus }
      // The browser asks before a reload aborts the upload. One listener per file, because several can be uploading.
      const confirmLeave = (event: Event) => event.preventDefault()
      addEventListener('beforeunload', confirmLeave)
      try {
        return await client.summaries.upload({ query, body: file })
      } finally {
        removeEventListener('beforeunload', confirmLeave)
      }
    },
    onCreated,
    ({ file }) => file.name,
  )
}
