import type { MonthlyUseResponse, PlanResponse } from '@recaps/contract'
import { planFor } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { useEffect, useRef } from 'react'
import { money } from '../../../ui/money.ts'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useSchedule } from '../../schedules/queries.ts'
import { isFromStore, isOwing, type Standing } from '../../subscriptions/standing.ts'
import { type Offer, offerOf } from './offer.ts'
import { type Choice, PlanCard } from './PlanCard.tsx'
import { usePlans } from './queries.ts'
import { texts } from './texts.ts'
import { useOfPlan } from './use-of-plan.ts'

const words = texts.plans

interface Props {
  counts: PlanResponse
  month: MonthlyUseResponse
  standing: Standing
  /** The plan that lifts the limit somebody came from. */
  chosen: string | null
  /** Where a store sells them. */
  shop?: Shop
  onAct(choice: Choice): void
}

export interface Shop {
  lead: string
  /** What a month costs there, as it writes it; null for what it does not sell. */
  priceOf(plan: PlanResponse): string | null
  offerOf(plan: PlanResponse): Offer
}

export function PlanCards({ counts, month, standing, chosen, shop, onAct }: Props) {
  const plans = usePlans()
  const schedule = useSchedule().data
  const list = useRef<HTMLUListElement>(null)
  const isThere = plans.data !== undefined
  useEffect(() => {
    if (isThere && chosen) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'center' })
  }, [isThere, chosen])
  const fits = planFor(useOfPlan(month, schedule))?.id
  return (
    <section className="plans" aria-labelledby="plans">
      <header className="plans__head">
        <h2 className="plans__title" id="plans">
          {words.title}
        </h2>
        <p className="plans__lead">{shop?.lead ?? lockOf(standing) ?? words.lead}</p>
      </header>
      {plans.isPending && <CardsSkeleton />}
      {plans.isError && !plans.data && (
        <PartFailed of={plans} retry={texts.failed.action} tone="warning">
          {texts.failed.title}.
        </PartFailed>
      )}
      {plans.data && (
        <ul className="plans__cards" ref={list}>
          {plans.data.map(plan => (
            <PlanCard
              key={plan.id}
              plan={plan}
              offer={shop ? shop.offerOf(plan) : offerOf(plan, standing, counts)}
              price={shop ? shop.priceOf(plan) : money(plan.price)}
              isChosen={plan.id === chosen && plan.id !== counts.id}
              // Right after a purchase, a hint at a cheaper plan would only confuse.
              isFitting={plan.id === fits && plan.price > counts.price}
              onAct={onAct}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Why nothing can be changed now; null where it can. */
function lockOf(standing: Standing): string | null {
  if (standing.kind === 'ending') {
    const { purchase } = standing
    return isFromStore(purchase) ? null : words.locked.ending(planById(purchase.subscriptionId).title)
  }
  return isOwing(standing) ? words.locked.failing : null
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
