import type { FailureCode } from '@recaps/contract'
import { type PlanId, planById } from '@recaps/domain/plans'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { planLifting } from './lifting.ts'
import { useEntitlement } from './queries.ts'
import { texts } from './texts.ts'
import './plan-link.css'

interface Props {
  planId: PlanId
  /** What is said there whether or not it leads anywhere. */
  children?: ReactNode
}

/** Where a limit bites: the way to the plan that lifts it, where plans can be bought. */
export function PlanLink({ planId, children }: Props) {
  const { data } = useEntitlement()
  if (data?.payments.provider !== 'stripe') return children
  return (
    <Link className="plan-link" to={`/subscriptions?plan=${planId}`}>
      {children ?? texts.see(planById(planId).title)}
    </Link>
  )
}

/** The same for what the server refused. */
export function LiftingPlanLink({ code }: { code: FailureCode | null }) {
  const { data } = useEntitlement()
  const plan = data && planLifting(code, data.activePlan.id)
  return plan ? <PlanLink planId={plan.id} /> : null
}
