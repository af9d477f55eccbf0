import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useErrorToastAfterClose } from '../../auth/useErrorToastAfterClose.ts'
import { cacheItems } from '../queries.ts'

/** Creates or revokes the share link of a summary. With the token of a revoked link, restores that link. */
export function useShare(id: number) {
  const client = useClient()
  const cache = useQueryClient()
  const onError = useErrorToastAfterClose()
  return useMutation({
    scope: { id: 'share' },
    mutationFn: (body: { shared: boolean; shareToken?: string | null }) =>
      client.summaries.change({ params: { id }, body }),
    onSuccess: item => cacheItems(cache, [item]),
    onError,
  })
}
