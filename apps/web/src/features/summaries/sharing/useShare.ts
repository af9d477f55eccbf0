import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { storeItems } from '../queries.ts'

/** Makes or closes the link of an entry; with the token of one that was closed, opens that one again. */
export function useShare(id: number) {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    scope: { id: 'share' },
    mutationFn: (body: { shared: boolean; shareToken?: string | null }) =>
      client.summaries.change({ params: { id }, body }),
    onSuccess: item => storeItems(cache, [item]),
  })
}
