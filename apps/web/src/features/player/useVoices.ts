import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'

/** Available voices. Preview URLs expire after a day, so a page left open refetches when it regains focus. */
export function useVoices({ isEnabled = true }: { isEnabled?: boolean } = {}) {
  const client = useClient()
  return useQuery({
    queryKey: ['voices'],
    queryFn: async ({ signal }) => (await client.voices.list({}, { signal })).data,
    staleTime: 3600_000,
    enabled: isEnabled,
  })
}
