import { planById } from '@recaps/domain/plans'
import { Link, useLocation } from 'react-router'
import { Banner } from '../../ui/Banner.tsx'
import { day } from '../../ui/time.ts'
import { useEntitlement } from './queries.ts'
import { standingOf } from './standing.ts'
import { storeOf } from './stores.ts'
import { texts } from './texts.ts'

/** Reminds on every page of a payment that failed; the page about plans says more of it. */
export function PaymentProblemBanner() {
  const { data } = useEntitlement()
  const { pathname } = useLocation()
  if (!data || pathname.startsWith('/subscriptions')) return null
  const standing = standingOf(data.subscriptions)
  if (standing.kind !== 'failing' && standing.kind !== 'lost') return null
  const { title } = planById(standing.purchase.subscriptionId)
  const store = storeOf(standing.purchase, data)
  return (
    <Banner
      tone="warning"
      action={
        store ? (
          <a className="button button--quiet button--small" href={store.page} target="_blank" rel="noopener noreferrer">
            {texts.putRightIn(store.name)}
          </a>
        ) : (
          <Link className="button button--quiet button--small" to="/subscriptions">
            {texts.putRight}
          </Link>
        )
      }
    >
      {standing.kind === 'failing' ? texts.failing(title, day(standing.graceEndsAt)) : texts.lost(title)}
    </Banner>
  )
}
