import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../api/ConnectionContext.tsx'
import { Redirect } from '../ui/Redirect.tsx'
import { useIsLastPage } from './last-page.ts'

/**
 * The route guard: once the frame has seen the API service initialised, it lets signed-in users through, but nobody while a
 * log-out is pending. Others go to the login page, which brings them back here; who leaves on purpose leaves nothing of the page
 * to whoever logs in next.
 */
export function UserOnly({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const wasIn = useIsLastPage()
  if (session.kind === 'signed_in') return children
  const isLost = session.kind === 'signed_out' && session.isLost === true
  const from = isLost || !wasIn ? pathname + search + hash : undefined
  return <Redirect to="/login" state={{ from, isLost: isLost && wasIn }} />
}
