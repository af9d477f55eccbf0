import { planById } from '@recaps/domain/plans'
import { useLocation } from 'react-router'
import { Banner } from '../../ui/Banner.tsx'
import { day } from '../../ui/time.ts'
import { MendPaymentLink } from './MendPaymentLink.tsx'
import { useEntitlement } from './queries.ts'
import { isOwing, standingOf } from './standing.ts'
import { texts } from './texts.ts'

/** Warns about a failed payment on every page except Subscriptions, which shows the details. */
export function PaymentProblemBanner() {
  const { data } = useEntitlement()
  const { pathname } = useLocation()
  if (!data || pathname.startsWith('/subscriptions')) return null
  const standing = standingOf(data.subscriptions)
  if (!isOwing(standing)) return null
  const { title } = planById(standing.purchase.subscriptionId)
  const action = (
    <MendPaymentLink purchase={standing.purchase} known={data} className="button button--quiet button--small" />
  )
  return (
    <Banner tone={standing.kind === 'failing' ? 'warning' : 'danger'} action={action}>
      {standing.kind === 'failing' ? texts.failing(title, day(standing.graceEndsAt)) : texts.lost(title)}
    </Banner>
  )
}
