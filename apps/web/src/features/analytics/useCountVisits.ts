import { findPageKind, type PageKind } from '@recaps/domain/analytics'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useClient } from '../../api/ConnectionContext.tsx'
import type { Visit } from '../../device/analytics.ts'
import { onStepReported } from '../../device/report-step.ts'
import { useConsent } from './useConsent.ts'

/** Counts page visits and the steps taken on them, if the user has consented. */
export function useCountVisits(): void {
  const [consent, analytics] = useConsent()
  const isAllowed = consent === 'yes'
  const client = useClient()
  const { pathname } = useLocation()

  useEffect(() => {
    const page = findPageKind(pathname)
    if (!isAllowed || page === null) return
    // Sent without the session token, so that not even our own server knows who the user is.
    const send = (body: Visit) => client.analytics.count({ body }, { headers: { Authorization: '' } })
    const count = (visited: { page: PageKind } & Visit) => analytics.count(visited, send)
    count({ page })
    return onStepReported(step => count({ page, step }))
  }, [isAllowed, analytics, client, pathname])
}
