import type { Client } from '@recaps/contract'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Connection } from './connection.ts'
import type { Session } from './session.ts'

export const ConnectionContext = createContext<Connection | null>(null)

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useConnection needs a ConnectionContext above it.')
  return connection
}

export const useClient = (): Client => useConnection().client

export function useSession(): Session {
  const { session } = useConnection()
  return useSyncExternalStore(session.subscribe, session.current, session.current)
}
