import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'

/** What can read aloud. Previews are good for a day; a page that is open longer asks anew when it is looked at again. */
export function useVoices({ isWanted = true }: { isWanted?: boolean } = {}) {
  const client = useClient()
  return useQuery({
    queryKey: ['voices'],
    queryFn: async ({ signal }) => (await client.voices.list({}, { signal })).data,
    staleTime: 3600_000,
    enabled: isWanted,
  })
}
