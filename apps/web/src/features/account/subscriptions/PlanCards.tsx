import type { MonthlyUsageResponse, PlanResponse } from '@recaps/contract'
import { cheapestPlanFor } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { useEffect, useRef } from 'react'
import { formatPrice } from '../../../ui/money.ts'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useSchedule } from '../../schedules/queries.ts'
import { isFromStore, isPaymentOwed, type PlanStatus } from '../../subscriptions/plan-status.ts'
import { PlanCard, type PlanChoice } from './PlanCard.tsx'
import { type PlanOffer, planOfferFor } from './plan-offer.ts'
import { planUsage } from './plan-usage.ts'
import { usePlans } from './queries.ts'
import { texts } from './texts.ts'

const planTexts = texts.plans

interface Props {
  activePlan: PlanResponse
  month: MonthlyUsageResponse
  planStatus: PlanStatus
  /** Id of the plan to highlight, from the link that led here. */
  chosen: string | null
  /** Given if the phone's app store sells the plans. */
  shop?: StorePricing
  onChoose(choice: PlanChoice): void
}

export interface StorePricing {
  lead: string
  /** Price per month as formatted by the store, or null if the store doesn't sell the plan. */
  priceOf(plan: PlanResponse): string | null
  offerOf(plan: PlanResponse): PlanOffer
}

export function PlanCards({ activePlan, month, planStatus, chosen, shop, onChoose }: Props) {
  const plans = usePlans()
  const schedule = useSchedule().data
  const list = useRef<HTMLUListElement>(null)
  const isLoaded = plans.data !== undefined
  useEffect(() => {
    if (isLoaded && chosen) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'center' })
  }, [isLoaded, chosen])
  const recommendedId = cheapestPlanFor(planUsage(month, schedule))?.id
  return (
    <section className="plans" aria-labelledby="plans">
      <header className="plans__head">
        <h2 className="plans__title" id="plans">
          {planTexts.title}
        </h2>
        <p className="plans__lead">{shop?.lead ?? lockReason(planStatus) ?? planTexts.lead}</p>
      </header>
      {plans.isPending && <CardsSkeleton />}
      {plans.isError && !plans.data && (
        <PartFailed query={plans} retry={texts.failed.action} tone="warning">
          {texts.failed.title}.
        </PartFailed>
      )}
      {plans.data && (
        <ul className="plans__cards" ref={list}>
          {plans.data.map(plan => (
            <PlanCard
              key={plan.id}
              plan={plan}
              offer={shop ? shop.offerOf(plan) : planOfferFor(plan, planStatus, activePlan)}
              price={shop ? shop.priceOf(plan) : formatPrice(plan.price)}
              isChosen={plan.id === chosen && plan.id !== activePlan.id}
              // Right after a purchase, recommending a cheaper plan would only confuse.
              isRecommended={plan.id === recommendedId && plan.price > activePlan.price}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Why no other plan can be chosen now, or null. */
function lockReason(planStatus: PlanStatus): string | null {
  if (planStatus.kind === 'ending') {
    const { purchase } = planStatus
    return isFromStore(purchase) ? null : planTexts.locked.ending(planById(purchase.subscriptionId).title)
  }
  return isPaymentOwed(planStatus) ? planTexts.locked.failing : null
}

export const CardsSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="plans__cards">
      {[1, 2, 3, 4, 5].map(card => (
        <Bone key={card} height="16rem" />
      ))}
    </div>
  </Skeleton>
)
