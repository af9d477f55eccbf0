import type { User } from '@recaps/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useDevice } from '../../device/DeviceContext.tsx'
import { type DeviceStorage, withFallback } from '../../device/storage.ts'

export const profileKey = ['profile'] as const

/** The signed-in user. Uses the stored copy until the server has answered. */
export function useProfile() {
  const client = useClient()
  const { storage } = useDevice()
  return useQuery({
    queryKey: profileKey,
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const user = await client.users.profile({}, { signal })
      storeUser(storage, user)
      return user
    },
    placeholderData: () =>
      withFallback(() => JSON.parse(storage.get('user') ?? 'null') as User | null, null) ?? undefined,
  })
}

const storeUser = (storage: DeviceStorage, user: User) =>
  withFallback(() => storage.set('user', JSON.stringify(user)), undefined)

/** Updates the cached and stored profile with a user from another response. */
export function useUpdateCachedProfile() {
  const cache = useQueryClient()
  const { storage } = useDevice()
  return (user: User) => {
    storeUser(storage, user)
    cache.setQueryData(profileKey, user)
  }
}

/** First and last name, or only one of them if the other is missing, or else the email address. */
export const fullName = (user: Pick<User, 'firstName' | 'lastName' | 'email'>): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email

/** One or two letters for the avatar. */
export function initials(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const letters = [user.firstName, user.lastName].map(name => [...(name ?? '')][0] ?? '').join('')
  return (letters || ([...user.email][0] ?? '?')).toUpperCase()
}
