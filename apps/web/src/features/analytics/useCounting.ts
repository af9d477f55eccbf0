import { type PageKind, pageKindOf } from '@recaps/domain/analytics'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useClient } from '../../api/ConnectionContext.tsx'
import type { Visited } from '../../device/analytics.ts'
import { onStepTaken } from '../../device/step-taken.ts'
import { useConsent } from './useConsent.ts'

/** Counts page visits and the steps taken on them, if the user has consented. */
export function useCounting(): void {
  const [consent, analytics] = useConsent()
  const isAllowed = consent === 'yes'
  const client = useClient()
  const { pathname } = useLocation()

  useEffect(() => {
    const page = pageKindOf(pathname)
    if (!isAllowed || page === null) return
    // Sent without the session token, so that not even our own server knows who the user is.
    const send = (body: Visited) => client.analytics.count({ body }, { headers: { Authorization: '' } })
    const count = (visited: { page: PageKind } & Visited) => analytics.count(visited, send)
    count({ page })
    return onStepTaken(step => count({ page, step }))
  }, [isAllowed, analytics, client, pathname])
}
