import type { User } from '@recaps/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { useDevice } from '../../device/DeviceContext.tsx'
import { type DeviceStorage, leniently } from '../../device/storage.ts'

export const profileKey = ['profile'] as const

/** The signed-in user; the stored copy stands in until the server has answered. */
export function useProfile() {
  const client = useClient()
  const { storage } = useDevice()
  return useQuery({
    queryKey: profileKey,
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const user = await client.users.profile({}, { signal })
      keep(storage, user)
      return user
    },
    placeholderData: () => leniently(() => JSON.parse(storage.get('user') ?? 'null') as User | null, null) ?? undefined,
  })
}

const keep = (storage: DeviceStorage, user: User) =>
  leniently(() => storage.set('user', JSON.stringify(user)), undefined)

/** Takes over what another answer says of the user. */
export function useRememberProfile() {
  const cache = useQueryClient()
  const { storage } = useDevice()
  return (user: User) => {
    keep(storage, user)
    cache.setQueryData(profileKey, user)
  }
}

/** First plus last name, or the one that there is; the email when there is none. */
export const fullName = (user: Pick<User, 'firstName' | 'lastName' | 'email'>): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email

/** One or two letters for the avatar. */
export function initials(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const letters = [user.firstName, user.lastName].map(name => [...(name ?? '')][0] ?? '').join('')
  return (letters || ([...user.email][0] ?? '?')).toUpperCase()
}
