import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useConnection, useSession } from '../api/ConnectionContext.tsx'
import type { SessionStore } from '../api/session.ts'

/** History key of the last page shown while signed in. Kept outside React: the end of a session unmounts the page. */
const lastPages = new WeakMap<SessionStore, string>()

/** Records the current page while the user is signed in. */
export function useRecordLastPage() {
  const { session } = useConnection()
  const isSignedIn = useSession().kind === 'signed_in'
  const { key } = useLocation()
  useEffect(() => {
    if (isSignedIn) lastPages.set(session, key)
  }, [isSignedIn, session, key])
}

/** Whether the session ended on the current page. */
export function useSessionEndedHere(): boolean {
  const { session } = useConnection()
  return lastPages.get(session) === useLocation().key
}
