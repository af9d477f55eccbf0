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
  /** What was stored for somebody else goes before. */
  begin(token: string, user: User): void
  /** Says goodbye to the server, then ends; the session counts as over, and its token is stored no more, from the first moment. */
  logOut(farewell: () => Promise<unknown>): Promise<void>
  /** Clears all local storage and what is cached, and marks the session unauthenticated. */
  end(): void
  /** The same, also where nobody is signed in: a log-in that is refused leaves nothing of anybody behind (specification §4). */
  lose(): void
  token(): string
}

export function createSession(storage: DeviceStorage, onEnd: () => void): SessionStore {
  let session: Session = { kind: 'signed_out' }
  const listeners = new Set<() => void>()
  const current = () => session
  const become = (next: Session) => {
    session = next
    for (const listener of listeners) listener()
  }
  const clear = () => leniently(() => storage.clear(), undefined)
  const lose = () => {
    clear()
    onEnd()
    become({ kind: 'signed_out' })
  }
  const end = () => {
    if (session.kind !== 'signed_out') lose()
  }
  return {
    current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restore() {
      const token = leniently(() => storage.get('authToken'), null)
      if (token) become({ kind: 'signed_in', token })
    },
    begin(token, user) {
      end()
      leniently(() => {
        storage.set('authToken', token)
        storage.set('user', JSON.stringify(user))
      }, undefined)
      become({ kind: 'signed_in', token })
    },
    async logOut(farewell) {
      if (session.kind !== 'signed_in') return
      const leaving: Session = { kind: 'logging_out', token: session.token }
      clear()
      become(leaving)
      await farewell().catch(error => console.error('The server was not told of the log-out:', error))
      // Whoever has logged in meanwhile stays.
      if (current() === leaving) end()
    },
    end,
    lose,
    token: () => (session.kind === 'signed_out' ? '' : session.token),
  }
}
