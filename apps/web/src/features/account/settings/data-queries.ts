import type { DeleteAccountBody } from '@recaps/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useClient, useConnection } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { texts } from './texts.ts'

const exportKey = ['export'] as const
const pollMs = 2000

/** The latest export. Polled while one is being prepared. */
export function useExport() {
  const client = useClient()
  return useQuery({
    queryKey: exportKey,
    queryFn: ({ signal }) => client.account.export({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? pollMs : false),
  })
}

export function useStartExport() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => client.account.requestExport(),
    onSuccess: started => cache.setQueryData(exportKey, started),
    onError(error) {
      const { code, sentence } = toProblem(error)
      toast({ text: code ? sentence : texts.data.notStarted, tone: 'danger' })
    },
  })
}

export function useDeleteAccount() {
  const { client, session } = useConnection()
  const navigate = useNavigate()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: DeleteAccountBody) => client.account.delete({ body }),
    onSuccess() {
      toast({ text: texts.deletion.done })
      session.end()
      void navigate('/login', { replace: true })
    },
  })
}
