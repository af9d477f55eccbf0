import type { Rating } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { cachedItem, changeCached } from '../queries.ts'

/** Says what its owner thinks of a summary, or takes it back; shown at once, and put back where it could not be kept. */
export function useRate(id: number) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const show = (rating: Rating | null) => changeCached(cache, item => (item.id === id ? { ...item, rating } : item), id)
  return useMutation({
    scope: { id: `rating-${id}` },
    mutationFn: (rating: Rating | null) =>
      client.summaries.change({ params: { id }, body: { rating: rating ?? 'none' } }),
    onMutate(rating) {
      const before = cachedItem(cache, id)?.rating ?? null
      show(rating)
      return before
    },
    onError(error, _, before) {
      show(before ?? null)
      toast({ text: problemOf(error).sentence, tone: 'danger' })
    },
  })
}
