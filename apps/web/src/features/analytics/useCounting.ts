import { type PageKind, pageKindOf } from '@recaps/domain/analytics'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useClient } from '../../api/ConnectionContext.tsx'
import type { Visited } from '../../device/analytics.ts'
import { onStepTaken } from '../../device/step-taken.ts'
import { useConsent } from './useConsent.ts'

/** Counts each page that is opened, and the steps that are taken on it, once that is allowed. */
export function useCounting(): void {
  const [consent, analytics] = useConsent()
  const isAllowed = consent === 'yes'
  const client = useClient()
  const { pathname } = useLocation()

  useEffect(() => {
    const page = pageKindOf(pathname)
    if (!isAllowed || page === null) return
    // Without the session: who is signed in is not told, not even to our own server.
    const send = (body: Visited) => client.analytics.count({ body }, { headers: { Authorization: '' } })
    const count = (visited: { page: PageKind } & Visited) => analytics.count(visited, send)
    count({ page })
    return onStepTaken(step => count({ page, step }))
  }, [isAllowed, analytics, client, pathname])
}
