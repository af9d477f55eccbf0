import type { UserSubscription } from '@recaps/contract'
import { Link } from 'react-router'
import type { Entitlement } from './queries.ts'
import { storeOf } from './stores.ts'
import { texts } from './texts.ts'

interface Props {
  purchase: UserSubscription
  known: Entitlement
  className: string
}

/** The way to put a failed payment right: in the store that sold the plan, else on the page about plans. */
export function MendPaymentLink({ purchase, known, className }: Props) {
  const store = storeOf(purchase, known)
  if (store) {
    return (
      <a className={className} href={store.page} target="_blank" rel="noopener noreferrer">
        {texts.openStore(store.name)}
      </a>
    )
  }
  return (
    <Link className={className} to="/subscriptions">
      {texts.card}
    </Link>
  )
}
