import { isLocalPath } from '@recaps/domain/local-path'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'

/** In session storage: of this tab alone. */
const key = 'pageThatAsked'

/**
 * The page that sent the visitor here, kept in the history entry: nobody outside can plant an address there. Who comes back from
 * a provider is at a new one, so until somebody is logged in the tab keeps the page as well. An address that leads to another
 * site (`//host`, which a link may name) counts as none.
 */
export function usePageThatAsked(otherwise: string): string {
  const state = useLocation().state as { from?: unknown } | null
  const [kept] = useState(() => inTab(() => sessionStorage.getItem(key)))
  const isSignedIn = useSession().kind === 'signed_in'
  useEffect(() => {
    if (isSignedIn) forgetPageThatAsked()
  }, [isSignedIn])
  const pages = [state?.from, kept].filter(page => typeof page === 'string')
  return pages.find(isLocalPath) ?? otherwise
}

/** Call before the browser leaves for a provider; '' is none. */
export const keepPageThatAsked = (page: string): void => void (page && inTab(() => sessionStorage.setItem(key, page)))

export const forgetPageThatAsked = (): void => void inTab(() => sessionStorage.removeItem(key))

/** Browsers may refuse it, and at the build there is none: then the page is forgotten on the way. */
function inTab<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}
