import { planById } from '@recaps/domain/plans'
import { useLocation } from 'react-router'
import { Banner } from '../../ui/Banner.tsx'
import { formatDay } from '../../ui/time.ts'
import { FixPaymentLink } from './FixPaymentLink.tsx'
import { getPlanStatus, isPaymentOwed } from './plan-status.ts'
import { useEntitlement } from './queries.ts'
import { texts } from './texts.ts'

/** Warns about a failed payment on every page except Subscriptions, which shows the details. */
export function PaymentProblemBanner() {
  const { data } = useEntitlement()
  const { pathname } = useLocation()
  if (!data || pathname.startsWith('/subscriptions')) return null
  const standing = getPlanStatus(data.subscriptions)
  if (!isPaymentOwed(standing)) return null
  const { title } = planById(standing.purchase.subscriptionId)
  const action = (
    <FixPaymentLink purchase={standing.purchase} known={data} className="button button--quiet button--small" />
  )
  return (
    <Banner tone={standing.kind === 'failing' ? 'warning' : 'danger'} action={action}>
      {standing.kind === 'failing' ? texts.failing(title, formatDay(standing.graceEndsAt)) : texts.paymentOnHold(title)}
    </Banner>
  )
}
