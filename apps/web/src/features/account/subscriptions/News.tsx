import type { UserSubscription } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { Link } from 'react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { day } from '../../../ui/time.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { isFromStore, type Standing } from '../../subscriptions/standing.ts'
import { storeHere } from '../../subscriptions/store-here.ts'
import { texts as payment } from '../../subscriptions/texts.ts'
import { offerablePlan } from './offer.ts'
import type { Choice } from './PlanCard.tsx'
import { usePortal } from './queries.ts'
import { texts } from './texts.ts'

const words = texts.news

/** What has happened to a purchase and asks for something, or ought to be known. */
export function News({ standing, onAct }: { standing: Standing; onAct(choice: Choice): void }) {
  if (!('purchase' in standing)) return null
  const { purchase } = standing
  const { title } = planById(purchase.subscriptionId)
  switch (standing.kind) {
    case 'unpaid': {
      const planId = offerablePlan(purchase.subscriptionId)
      const goOn = planId && (
        <Button kind="quiet" isSmall onClick={() => onAct({ kind: 'pay', planId })}>
          {words.goOn}
        </Button>
      )
      return (
        <Banner tone="info" action={goOn}>
          {words.unpaid(title)}
        </Banner>
      )
    }
    case 'failing':
      return (
        <Banner tone="warning" action={<CardButton purchase={purchase} />}>
          {payment.failing(title, day(standing.graceEndsAt))} {words.cardBefore}
        </Banner>
      )
    case 'lost':
      return (
        <Banner tone="danger" action={<CardButton purchase={purchase} />}>
          {payment.lost(title)} {words.cardToGetBack}
        </Banner>
      )
    case 'ended':
      return <Banner tone="info">{words.ended(title, day(purchase.endDate ?? purchase.createdAt))}</Banner>
    case 'refunded':
      return <Banner tone="info">{words.refunded(title)}</Banner>
    case 'running':
    case 'ending':
      return purchase.isDisputed ? (
        <Banner tone="info" action={<SupportLink />}>
          {words.disputed(title)}
        </Banner>
      ) : null
    default:
      return null
  }
}

const SupportLink = () => (
  <Link className="button button--quiet button--small" to="/feedback">
    {words.support}
  </Link>
)

/**
 * The card is with the payment service, and is changed on its pages; that of a store in the store. Where a store sells, nothing
 * else may be paid in the app.
 */
function CardButton({ purchase }: { purchase: UserSubscription }) {
  const portal = usePortal()
  const known = useEntitlement().data
  if (isFromStore(purchase) || (known && storeHere(known))) return null
  return (
    <Button isSmall icon="card" isBusy={portal.isPending} onClick={() => portal.mutate()}>
      {payment.card}
    </Button>
  )
}
