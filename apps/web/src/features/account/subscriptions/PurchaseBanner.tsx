import type { UserSubscription } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { Link } from 'react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatDay } from '../../../ui/time.ts'
import { getPhoneStore } from '../../subscriptions/phone-store.ts'
import { isFromStore, type PlanStatus } from '../../subscriptions/plan-status.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { texts as planTexts } from '../../subscriptions/texts.ts'
import type { PlanChoice } from './PlanCard.tsx'
import { toBuyablePlanId } from './plan-offer.ts'
import { usePortal } from './queries.ts'
import { texts } from './texts.ts'

const newsTexts = texts.banner

/** Banner about the user's purchase: something to do, such as an open payment, or something to know, such as a refund. */
export function PurchaseBanner({
  planStatus,
  onChoose,
}: {
  planStatus: PlanStatus
  onChoose(choice: PlanChoice): void
}) {
  if (!('purchase' in planStatus)) return null
  const { purchase } = planStatus
  const { title } = planById(purchase.subscriptionId)
  switch (planStatus.kind) {
    case 'unpaid': {
      const planId = toBuyablePlanId(purchase.subscriptionId)
      const finishButton = planId && (
        <Button kind="quiet" isSmall onClick={() => onChoose({ kind: 'pay', planId })}>
          {newsTexts.finishPayment}
        </Button>
      )
      return (
        <Banner tone="info" action={finishButton}>
          {newsTexts.unpaid(title)}
        </Banner>
      )
    }
    case 'failing':
      return (
        <Banner tone="warning" action={<CardButton purchase={purchase} />}>
          {planTexts.failing(title, formatDay(planStatus.graceEndsAt))} {newsTexts.cardBefore}
        </Banner>
      )
    case 'lost':
      return (
        <Banner tone="danger" action={<CardButton purchase={purchase} />}>
          {planTexts.paymentOnHold(title)} {newsTexts.cardToGetBack}
        </Banner>
      )
    case 'ended':
      return <Banner tone="info">{newsTexts.ended(title, formatDay(purchase.endDate ?? purchase.createdAt))}</Banner>
    case 'refunded':
      return <Banner tone="info">{newsTexts.refunded(title)}</Banner>
    case 'running':
    case 'ending':
      return purchase.isDisputed ? (
        <Banner tone="info" action={<SupportLink />}>
          {newsTexts.disputed(title)}
        </Banner>
      ) : null
    default:
      return null
  }
}

const SupportLink = () => (
  <Link className="button button--quiet button--small" to="/feedback">
    {newsTexts.support}
  </Link>
)

/**
 * Opens the payment service, where the card can be changed. Not shown for plans from an app store, nor in a phone app that
 * sells through the app store, because the store forbids other ways to pay.
 */
function CardButton({ purchase }: { purchase: UserSubscription }) {
  const portal = usePortal()
  const entitlement = useEntitlement().data
  if (isFromStore(purchase) || (entitlement && getPhoneStore(entitlement))) return null
  return (
    <Button isSmall icon="card" isBusy={portal.isPending} onClick={() => portal.mutate()}>
      {planTexts.updateCard}
    </Button>
  )
}
