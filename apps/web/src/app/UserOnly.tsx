import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '../api/ConnectionContext.tsx'
import { Splash } from './Splash.tsx'
import { useStart } from './start.ts'

/**
 * The route guard: waits until the API service is initialised, then lets signed-in users through, but nobody while a
 * log-out is pending. Others go to the login page, which brings them back here.
 */
export function UserOnly() {
  const session = useSession()
  const start = useStart()
  const { pathname, search, hash } = useLocation()
  if (session.kind !== 'signed_in') return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />
  if (start.isPending) return <Splash />
  return <Outlet />
}
