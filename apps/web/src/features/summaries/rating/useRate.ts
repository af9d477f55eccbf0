import type { Rating } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { createOptimisticChanges } from '../../../api/optimistic-changes.ts'
import { toProblem } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { cachedItem, updateCachedSummary } from '../queries.ts'

/** Rates a summary or withdraws the rating. Optimistic, rolled back on an error. */
export function useRate(id: number) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const show = (rating: Rating | null) =>
    updateCachedSummary(cache, item => (item.id === id ? { ...item, rating } : item), id)
  const scope = { id: `rating-${id}` }
  const unsavedRatings = createOptimisticChanges(cache, scope.id, (_: Rating | null, rating: Rating | null) => rating)
  return useMutation({
    scope,
    mutationFn: (rating: Rating | null) =>
      client.summaries.change({ params: { id }, body: { rating: rating ?? 'none' } }),
    onMutate(rating) {
      unsavedRatings.begin(cachedItem(cache, id)?.rating ?? null, rating)
      show(rating)
    },
    onSuccess: () => void unsavedRatings.end(true),
    onError(error) {
      const current = unsavedRatings.end(false)
      if (current) show(current.value)
      toast({ text: toProblem(error).sentence, tone: 'danger' })
    },
  })
}
