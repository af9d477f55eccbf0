import type { User } from '@recaps/contract'
import { type DeviceStorage, leniently } from '../device/storage.ts'

/** Signed in only counts while no log-out is pending (specification §2, the route guard). */
export type Session =
  | { kind: 'signed_out' }
  | { kind: 'signed_in'; token: string }
  | { kind: 'logging_out'; token: string }

export interface SessionStore {
  current(): Session
  subscribe(listener: () => void): () => void
  /** Reads the stored token; call once at start. */
  restore(): void
  begin(token: string, user: User): void
  /** Says goodbye to the server, then ends; the session counts as over from the first moment. */
  logOut(farewell: () => Promise<unknown>): Promise<void>
  /** Clears all local storage and what is cached, and marks the session unauthenticated. */
  end(): void
  token(): string
}

export function createSession(storage: DeviceStorage, onEnd: () => void): SessionStore {
  let session: Session = { kind: 'signed_out' }
  const listeners = new Set<() => void>()
  const become = (next: Session) => {
    session = next
    for (const listener of listeners) listener()
  }
  const end = () => {
    if (session.kind === 'signed_out') return
    leniently(() => storage.clear(), undefined)
    onEnd()
    become({ kind: 'signed_out' })
  }
  return {
    current: () => session,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restore() {
      const token = leniently(() => storage.get('authToken'), null)
      if (token) become({ kind: 'signed_in', token })
    },
    begin(token, user) {
      leniently(() => {
        storage.set('authToken', token)
        storage.set('user', JSON.stringify(user))
      }, undefined)
      become({ kind: 'signed_in', token })
    },
    async logOut(farewell) {
      if (session.kind !== 'signed_in') return
      become({ kind: 'logging_out', token: session.token })
      await farewell().catch(error => console.error('The server was not told of the log-out:', error))
      end()
    },
    end,
    token: () => (session.kind === 'signed_out' ? '' : session.token),
  }
}
