import { useMutation, useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { schedulesKey } from '../queries.ts'

/** Whether the user has a summary for a sample digest; undefined until known. */
export function useHasSummary(): boolean | undefined {
  const client = useClient()
  return useQuery({
    queryKey: [...schedulesKey, 'has-summary'],
    queryFn: async ({ signal }) => {
      const list = (state: 'ready' | 'readable') => client.summaries.list({ query: { state, limit: 1 } }, { signal })
      const lists = await Promise.all([list('ready'), list('readable')])
      return lists.some(({ data }) => data.length > 0)
    },
  }).data
}

export function useSendSampleDigest(sentText: (to: string) => string) {
  const client = useClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => client.schedules.mailSample(),
    onSuccess: ({ to }) => toast({ text: sentText(to), tone: 'success' }),
    onError: error => toast({ text: toProblem(error).sentence, tone: 'danger' }),
  })
}
