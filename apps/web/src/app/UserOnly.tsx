import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../api/ConnectionContext.tsx'
import { Redirect } from '../ui/Redirect.tsx'

/**
 * The route guard: once the frame has seen the API service initialised, it lets signed-in users through, but nobody while a
 * log-out is pending. Others go to the login page, which brings them back here.
 */
export function UserOnly({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.kind !== 'signed_in') return <Redirect to="/login" state={{ from: pathname + search + hash }} />
  return children
}
