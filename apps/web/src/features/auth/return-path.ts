import { isLocalPath } from '@recaps/domain/local-path'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'

/** Session storage key, so the page is remembered for this tab only. */
const key = 'pageThatAsked'

/**
 * The page that required the login, or `otherwise`. It comes from the history state, which other sites can't write. A provider
 * returns to a new history entry, so until the login the page is also stored in this tab. Paths that lead to another site, such
 * as `//host`, are ignored.
 */
export function useReturnPath(otherwise: string): string {
  const state = useLocation().state as { from?: unknown } | null
  const [stored] = useState(() => trySessionStorage(() => sessionStorage.getItem(key)))
  const isSignedIn = useSession().kind === 'signed_in'
  useEffect(() => {
    if (isSignedIn) deleteReturnPath()
  }, [isSignedIn])
  const pages = [state?.from, stored].filter(page => typeof page === 'string')
  return pages.find(isLocalPath) ?? otherwise
}

/** Stores the page before the browser leaves for a provider. Does nothing for ''. */
export const storeReturnPath = (page: string): void =>
  void (page && trySessionStorage(() => sessionStorage.setItem(key, page)))

export const deleteReturnPath = (): void => void trySessionStorage(() => sessionStorage.removeItem(key))

/** Session storage may be blocked, and is missing during prerendering. The page is lost then. */
function trySessionStorage<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}
