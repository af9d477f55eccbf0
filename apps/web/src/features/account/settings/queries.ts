import type { SessionInfo } from '@recaps/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { texts } from './texts.ts'

const sessionsKey = ['sessions'] as const

export function useSessions() {
  const client = useClient()
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await client.users.sessions({}, { signal })).data,
  })
}

export function useEndSession() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: SessionInfo) => client.users.endSession({ params: { id: String(id) } }),
    onSuccess(_, ended) {
      cache.setQueryData(sessionsKey, (known: SessionInfo[] | undefined) => known?.filter(({ id }) => id !== ended.id))
      toast({ text: texts.sessions.ended(ended.device ?? texts.sessions.unknown), tone: 'success' })
    },
    onError: () => toast({ text: texts.sessions.notEnded, tone: 'danger' }),
  })
}
