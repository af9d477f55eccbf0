import type { MonthlyUseResponse, PlanResponse } from '@recaps/contract'
import { planFor } from '@recaps/domain/billing'
import { useEffect, useRef } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useSchedule } from '../../schedules/queries.ts'
import { isFromStore, type Standing } from '../../subscriptions/standing.ts'
import { offerOf } from './offer.ts'
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
  onAct(choice: Choice): void
}

export function PlanCards({ counts, month, standing, chosen, onAct }: Props) {
  const plans = usePlans()
  const schedule = useSchedule().data
  const list = useRef<HTMLUListElement>(null)
  const isThere = plans.data !== undefined
  useEffect(() => {
    if (isThere && chosen) list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'center' })
  }, [isThere, chosen])
  const fits = planFor(useOfPlan(month, schedule))?.id
  const locked = lockOf(standing)
  return (
    <section className="plans" aria-labelledby="plans">
      <header>
        <h2 className="plans__title" id="plans">
          {words.title}
        </h2>
        <p className="plans__lead">{locked ?? words.lead}</p>
      </header>
      {plans.isPending && <CardsSkeleton />}
      {plans.isError && !plans.data && (
        <Banner
          tone="warning"
          action={
            <Button kind="quiet" isSmall onClick={() => plans.refetch()}>
              {texts.failed.action}
            </Button>
          }
        >
          {texts.failed.title}.
        </Banner>
      )}
      {plans.data && (
        <ul className="plans__cards" ref={list}>
          {plans.data.map(plan => (
            <PlanCard
              key={plan.id}
              plan={plan}
              offer={offerOf(plan, standing, counts)}
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
  if (standing.kind === 'ending') return isFromStore(standing.purchase) ? null : words.locked.ending
  return standing.kind === 'failing' || standing.kind === 'lost' ? words.locked.failing : null
}

const CardsSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="plans__cards">
      {[1, 2, 3, 4, 5].map(card => (
        <Bone key={card} height="16rem" />
      ))}
    </div>
  </Skeleton>
)
