import type { SummaryItem } from '@recaps/contract'
import { useQueryClient } from '@tanstack/react-query'
import { toSummaryItem } from './cache.ts'
import { useRequestSummary } from './generate/request-summary.ts'
import { updatePopular } from './queries.ts'

/** Adds another user's summary to the user's own. Uses one summary of the monthly quota. */
export function useAddToMine({ id, videoInfo, preset }: SummaryItem, onAdded: (id: number) => void) {
  const cache = useQueryClient()
  const { mutate, isPending, error } = useRequestSummary(added => {
    updatePopular(cache, id, toSummaryItem(added))
    onAdded(added.id)
  })
  return { isPending, error, start: () => mutate({ urlOrId: videoInfo.videoId, focus: '', preset }) }
}
