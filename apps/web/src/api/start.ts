import { useQuery } from '@tanstack/react-query'
import { useClient } from './ConnectionContext.tsx'

/** How long startup waits for the service before the app continues without its version. */
const startTimeoutMs = 5000

/** Delay before a failed startup load is retried. */
const retryMs = 30_000

/**
 * The startup load of the specification (§7): once the app is initialized, reads health, then version. A failure is logged and
 * ends loading; the load is retried in the background.
 */
export function useStart() {
  const client = useClient()
  return useQuery({
    queryKey: ['start'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
    refetchInterval: ({ state }) => state.data === null && retryMs,
    refetchOnReconnect: ({ state }) => state.data === null && 'always',
    queryFn: async () => {
      const signal = AbortSignal.timeout(startTimeoutMs)
      try {
        await client.health.status({}, { signal })
        return await client.health.version({}, { signal })
      } catch (error) {
        console.error('The startup load failed:', error)
        return null
      }
    },
  })
}
