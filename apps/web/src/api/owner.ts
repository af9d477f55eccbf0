import type { User } from '@recaps/contract'
import { useMemo } from 'react'
import { useDevice } from '../device/DeviceContext.tsx'
import { type DeviceStorage, leniently } from '../device/storage.ts'
import { useConnection } from './ConnectionContext.tsx'
import type { SessionStore } from './session.ts'

/** Whose what is kept on this device would be; null while nobody is known, or once they logged out in any tab. */
export interface Owner {
  id(): number | null
}

export const ownerOf = (storage: DeviceStorage, session: SessionStore): Owner => ({
  id: () =>
    leniently(() => {
      const { token, kind } = { token: '', ...session.current() }
      if (kind !== 'signed_in' || storage.get('authToken') !== token) return null
      return (JSON.parse(storage.get('user') ?? 'null') as User | null)?.id ?? null
    }, null),
})

export function useOwner(): Owner {
  const { storage } = useDevice()
  const { session } = useConnection()
  return useMemo(() => ownerOf(storage, session), [storage, session])
}
