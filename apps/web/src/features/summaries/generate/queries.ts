import type { Client, Preset, Preview, Summary } from '@recaps/contract'
import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { rememberMonth } from '../../subscriptions/queries.ts'
import { previewsKey, useAsking } from './requesting.ts'
import type { SummaryForm } from './useSummaryForm.ts'

/** What a video is, before a summary of this length is asked for. */
function previewQuery(client: Client, cache: QueryClient, videoId: string, preset: Preset | undefined) {
  return queryOptions({
    queryKey: [...previewsKey(videoId), preset],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const preview = await client.summaries.preview({ body: { urlOrId: videoId, preset } }, { signal })
      rememberMonth(cache, preview.month)
      return preview
    },
  })
}

/** The video stays in view while it is looked at in another length. */
export const usePreview = (videoId: string, preset: Preset | undefined, isWanted = true) =>
  useQuery({
    ...previewQuery(useClient(), useQueryClient(), videoId, preset),
    enabled: isWanted,
    placeholderData: (before: Preview | undefined) => (before?.videoInfo.videoId === videoId ? before : undefined),
  })

export function usePreviews(videoIds: readonly string[], preset: Preset | undefined, isWanted: boolean) {
  const client = useClient()
  const cache = useQueryClient()
  return useQueries({
    queries: videoIds.map(videoId => ({
      ...previewQuery(client, cache, videoId, preset),
      enabled: isWanted,
    })),
  })
}

export function useUpload(onAsked: (entry: Summary) => void) {
  const client = useClient()
  return useAsking(
    async ({ file, preset }: SummaryForm & { file: File }, focus) => {
      const title = file.name
        .replace(/\.[^.]+$/, '')
        .replace(/[_-]+/g, ' ')
        .trim()
      const query = { name: file.name, title: title || null, preset, focus }
      // The browser asks before a reload throws it away. One for each file, so that the end of one leaves the others.
      const stay = (event: Event) => event.preventDefault()
      addEventListener('beforeunload', stay)
      try {
        return await client.summaries.upload({ query, body: file })
      } finally {
        removeEventListener('beforeunload', stay)
      }
    },
    onAsked,
    ({ file }) => file.name,
  )
}
