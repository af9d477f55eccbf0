import { useQuery } from '@tanstack/react-query'
import { useClient } from './ConnectionContext.tsx'

/** How long start-up waits for the service before the app goes on without its version. */
const startTimeoutMs = 5000

/** How long after a start-up load that failed it is tried again. */
const againMs = 30_000

/**
 * Start-up as the specification has it (§7): the app has initialised, then reads health, then version. A failed load is
 * logged and loading ends; it is tried again behind what is shown meanwhile.
 */
export function useStart() {
  const client = useClient()
  return useQuery({
    queryKey: ['start'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
    refetchInterval: ({ state }) => state.data === null && againMs,
    refetchOnReconnect: ({ state }) => state.data === null && 'always',
    queryFn: async () => {
      const signal = AbortSignal.timeout(startTimeoutMs)
      try {
        await client.health.status({}, { signal })
        return await client.health.version({}, { signal })
      } catch (error) {
        console.error('The start-up load failed:', error)
        return null
      }
    },
  })
}
