import type { User } from '@recaps/contract'
import { type DeviceStorage, leniently } from '../device/storage.ts'

/** Signed in only counts while no log-out is pending (specification §2, the route guard). */
export type Session =
  /** `isLost`: it has ended in mid-use, and whose it was goes on where they were, once they have logged in again. */
  { kind: 'signed_out'; isLost?: true } | { kind: 'signed_in'; token: string } | { kind: 'logging_out'; token: string }

export interface SessionStore {
  current(): Session
  subscribe(listener: () => void): () => void
  /** Takes over the token that is stored: at start, and whenever another tab may have changed it. */
  restore(): void
  /** What was stored for somebody else goes before. */
  begin(token: string, user: User): void
  /** Erases all of the user, and only then says goodbye to the server: that may not answer. */
  logOut(farewell: () => Promise<unknown>): Promise<void>
  /** Clears all local storage and what is cached, and marks the session unauthenticated. */
  end(how?: { isLost?: true }): void
  /**
   * The same when the server has refused the token that was sent, also where nobody is signed in: a log-in that is refused
   * leaves nothing of anybody behind (specification §4). What another tab has stored since is somebody else's, and stays.
   */
  lose(sent: string): void
  token(): string
}

export interface Leaving {
  /** What this tab still knows of the user goes. */
  forget(): void
  /** What lies on the device beside local storage goes. */
  erase(): void
}

export function createSession(storage: DeviceStorage, { forget, erase }: Leaving): SessionStore {
  let session: Session = { kind: 'signed_out' }
  const listeners = new Set<() => void>()
  const current = () => session
  const become = (next: Session) => {
    session = next
    for (const listener of listeners) listener()
  }
  const token = () => (session.kind === 'signed_out' ? '' : session.token)
  const stored = () => leniently(() => storage.get('authToken'), null)
  const clear = () => {
    leniently(() => storage.clear(), undefined)
    forget()
    erase()
  }
  const finish = (how: { isLost?: true } = {}) => {
    clear()
    become({ kind: 'signed_out', ...how })
  }
  const end = (how?: { isLost?: true }) => {
    if (session.kind !== 'signed_out') finish(how)
  }
  const restore = () => {
    const now = stored() ?? ''
    if (now === token()) return
    // Nothing is erased: it may be somebody else's by now.
    if (session.kind === 'signed_in') forget()
    if (now) become({ kind: 'signed_in', token: now })
    else if (session.kind === 'signed_in') become({ kind: 'signed_out' })
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
      // Whoever has logged in meanwhile, here or in another tab, stays.
      if (current() === leaving) become({ kind: 'signed_out' })
    },
    end,
    lose(sent) {
      // An answer to somebody who has left this tab already.
      if (sent !== token()) return
      if ([null, sent].includes(stored())) finish(session.kind === 'signed_in' ? { isLost: true } : {})
      else restore()
    },
    token,
  }
}
