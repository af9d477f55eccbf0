import type { UserSubscription } from '@recaps/contract'
import { Link } from 'react-router'
import type { Entitlement } from './queries.ts'
import { getPlanStore } from './stores.ts'
import { texts } from './texts.ts'

interface Props {
  purchase: UserSubscription
  known: Entitlement
  className: string
}

/** Link for fixing a failed payment: to the store that sold the plan, or to the Subscriptions page. */
export function FixPaymentLink({ purchase, known, className }: Props) {
  const store = getPlanStore(purchase, known)
  if (store) {
    return (
      <a className={className} href={store.page} target="_blank" rel="noopener noreferrer">
        {texts.openStore(store.name)}
      </a>
    )
  }
  return (
    <Link className={className} to="/subscriptions">
      {texts.updateCard}
    </Link>
  )
}
