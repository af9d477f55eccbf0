import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../api/ConnectionContext.tsx'
import { Redirect } from '../ui/Redirect.tsx'
import { useSessionEndedHere } from './last-page.ts'

/**
 * The route guard: lets signed-in users through, unless a logout is pending. Others go to the login page, which returns them
 * here afterwards. After a deliberate logout it does not: the next user to log in must not land on the last user's page.
 */
export function RequireLogin({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const endedHere = useSessionEndedHere()
  if (session.kind === 'signed_in') return children
  const isLost = session.kind === 'signed_out' && session.isLost === true
  const from = isLost || !endedHere ? pathname + search + hash : undefined
  return <Redirect to="/login" state={{ from, isLost: isLost && endedHere }} />
}
