import type { FailureCode } from '@recaps/contract'
import { type PlanId, planById } from '@recaps/domain/plans'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { planLifting } from './lifting.ts'
import { useEntitlement } from './queries.ts'
import { isFromStore, isOwing, standingOf } from './standing.ts'
import { storeHere } from './store-here.ts'
import { texts } from './texts.ts'
import './plan-link.css'

interface Props {
  planId: PlanId
  /** What that plan has more of: said before the way there, and not while no plan can be chosen. */
  lifts?: string
  /** What is said there whether or not it leads anywhere. */
  children?: ReactNode
}

/**
 * Where a limit bites: the way to the plan that lifts it, where plans can be bought. While a payment is owed none can be chosen:
 * then it leads to where that payment is put right.
 */
export function PlanLink({ planId, lifts, children }: Props) {
  const { data } = useEntitlement()
  const isSold = data?.payments.provider === 'stripe' || (data && storeHere(data))
  if (!data || !isSold) return lifts ?? children
  const standing = standingOf(data.subscriptions)
  if (isOwing(standing)) {
    if (children) return children
    return (
      <Link className="plan-link" to="/subscriptions">
        {isFromStore(standing.purchase) ? texts.mend : texts.card}
      </Link>
    )
  }
  return (
    <>
      {lifts && `${lifts} `}
      <Link className="plan-link" to={`/subscriptions?plan=${planId}`}>
        {children ?? texts.see(planById(planId).title)}
      </Link>
    </>
  )
}

/** The same for what the server refused. */
export function LiftingPlanLink({ code }: { code: FailureCode | null }) {
  const { data } = useEntitlement()
  const plan = data && planLifting(code, data.activePlan.id)
  return plan ? <PlanLink planId={plan.id} /> : null
}
