import type { SummaryItem } from '@recaps/contract'
import { useQueryClient } from '@tanstack/react-query'
import { itemOf } from './cache.ts'
import { useRequestSummary } from './generate/requesting.ts'
import { placeInPopular } from './queries.ts'

/** Makes what somebody else has one's own, for a summary of the month. */
export function useAddToMine({ id, videoInfo, preset }: SummaryItem, onAdded: (id: number) => void) {
  const cache = useQueryClient()
  const { mutate, isPending, error } = useRequestSummary(entry => {
    placeInPopular(cache, id, itemOf(entry))
    onAdded(entry.id)
  })
  return { isPending, error, start: () => mutate({ urlOrId: videoInfo.videoId, focus: '', preset }) }
}
