import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useConnection, useSession } from '../api/ConnectionContext.tsx'
import type { SessionStore } from '../api/session.ts'

/** By its key in the history. The end of a session changes all that is on the page: nothing there could remember it. */
const lastPages = new WeakMap<SessionStore, string>()

/** Notes which page somebody signed in is on. */
export function useLastPage() {
  const { session } = useConnection()
  const isIn = useSession().kind === 'signed_in'
  const { key } = useLocation()
  useEffect(() => {
    if (isIn) lastPages.set(session, key)
  }, [isIn, session, key])
}

/** Whether the session has ended on the page that is there now. */
export function useIsLastPage(): boolean {
  const { session } = useConnection()
  return lastPages.get(session) === useLocation().key
}
