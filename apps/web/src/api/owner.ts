import type { User } from '@recaps/contract'
import { useMemo } from 'react'
import { useDevice } from '../device/DeviceContext.tsx'
import { type DeviceStorage, withFallback } from '../device/storage.ts'
import { useConnection } from './ConnectionContext.tsx'
import type { SessionStore } from './session.ts'

/** The user who owns data stored on this device; null if nobody is signed in, or once they have logged out in any tab. */
export interface DataOwner {
  id(): number | null
}

export const createOwner = (storage: DeviceStorage, session: SessionStore): DataOwner => ({
  id: () =>
    withFallback(() => {
      const { token, kind } = { token: '', ...session.current() }
      if (kind !== 'signed_in' || storage.get('authToken') !== token) return null
      return (JSON.parse(storage.get('user') ?? 'null') as User | null)?.id ?? null
    }, null),
})

export function useOwner(): DataOwner {
  const { storage } = useDevice()
  const { session } = useConnection()
  return useMemo(() => createOwner(storage, session), [storage, session])
}
