import type { User } from '@recaps/contract'
import { type DeviceStorage, withFallback } from '../device/storage.ts'

/** Users count as signed in only while no logout is pending (specification §2, the route guard). */
export type Session =
  /** `isLost`: the session ended while the app was in use. After logging in again, the user returns to the same page. */
  { kind: 'signed_out'; isLost?: true } | { kind: 'signed_in'; token: string } | { kind: 'logging_out'; token: string }

export interface SessionStore {
  current(): Session
  subscribe(listener: () => void): () => void
  /** Adopts the stored token: at startup, and whenever another tab may have changed it. */
  restore(): void
  /** Signs in a user, after clearing the data of the previous one. */
  begin(token: string, user: User): void
  /** Clears all data of the user, then ends the session on the server, which may not respond. */
  logOut(endOnServer: () => Promise<unknown>): Promise<void>
  /** Clears local storage and all cached data, and marks the session as signed out. */
  end(options?: { isLost?: true }): void
  /**
   * Like `end`, for a token that the server has refused. Also clears data if nobody is signed in, because a refused login must
   * leave no data behind (specification §4). Keeps what another tab has stored since then, because it belongs to another login.
   */
  expire(sentToken: string): void
  token(): string
}

export interface UserDataCleanup {
  /** Clears the user's data from the memory of this tab. */
  clearMemory(): void
  /** Erases the user's data from this device, except local storage. */
  eraseDevice(): void
}

export function createSession(storage: DeviceStorage, { clearMemory, eraseDevice }: UserDataCleanup): SessionStore {
  let session: Session = { kind: 'signed_out' }
  const listeners = new Set<() => void>()
  const current = () => session
  const setSession = (next: Session) => {
    session = next
    for (const listener of listeners) listener()
  }
  const token = () => (session.kind === 'signed_out' ? '' : session.token)
  const storedToken = () => withFallback(() => storage.get('authToken'), null)
  const clear = () => {
    withFallback(() => storage.clear(), undefined)
    clearMemory()
    eraseDevice()
  }
  const clearAndSignOut = (options: { isLost?: true } = {}) => {
    clear()
    setSession({ kind: 'signed_out', ...options })
  }
  const end = (options?: { isLost?: true }) => {
    if (session.kind !== 'signed_out') clearAndSignOut(options)
  }
  const restore = () => {
    const newToken = storedToken() ?? ''
    if (newToken === token()) return
    // Clear only this tab's memory: the data on the device may already belong to another user.
    if (session.kind === 'signed_in') clearMemory()
    if (newToken) setSession({ kind: 'signed_in', token: newToken })
    else if (session.kind === 'signed_in') setSession({ kind: 'signed_out' })
  }
  return {
    current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restore,
    begin(token, user) {
      end()
      withFallback(() => {
        storage.set('authToken', token)
        storage.set('user', JSON.stringify(user))
      }, undefined)
      setSession({ kind: 'signed_in', token })
    },
    async logOut(endOnServer) {
      if (session.kind !== 'signed_in') return
      const leaving: Session = { kind: 'logging_out', token: session.token }
      clear()
      setSession(leaving)
      await endOnServer().catch(error => console.error('Failed to end the session on the server:', error))
      // Someone may have logged in in the meantime, here or in another tab.
      if (current() === leaving) setSession({ kind: 'signed_out' })
    },
    end,
    expire(sentToken) {
      // The token belongs to an earlier session of this tab.
      if (sentToken !== token()) return
      if ([null, sentToken].includes(storedToken()))
        clearAndSignOut(session.kind === 'signed_in' ? { isLost: true } : {})
      else restore()
    },
    token,
  }
}
