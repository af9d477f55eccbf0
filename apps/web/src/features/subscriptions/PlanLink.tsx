import type { FailureCode } from '@recaps/contract'
import { type PlanId, planById } from '@recaps/domain/plans'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getPhoneStore } from './phone-store.ts'
import { planForLimit } from './plan-for-limit.ts'
import { getPlanStatus, isFromStore, isPaymentOwed } from './plan-status.ts'
import { useEntitlement } from './queries.ts'
import { texts } from './texts.ts'
import './plan-link.css'

interface Props {
  planId: PlanId
  /** Sentence about what that plan adds, shown before the link. Hidden while a payment is owed. */
  benefit?: string
  /** Link label. Shown as plain text if there is nothing to link to. */
  children?: ReactNode
}

/**
 * Link from a reached limit to the plan that raises it, if plans are sold here. While a payment is owed no plan can be chosen,
 * so the link is for fixing the payment instead.
 */
export function PlanLink({ planId, benefit, children }: Props) {
  const { data } = useEntitlement()
  const isSold = data?.payments.provider === 'stripe' || (data && getPhoneStore(data))
  if (!data || !isSold) return benefit ?? children
  const standing = getPlanStatus(data.subscriptions)
  if (isPaymentOwed(standing)) {
    if (children) return children
    return (
      <Link className="plan-link" to="/subscriptions">
        {isFromStore(standing.purchase) ? texts.fixPayment : texts.updateCard}
      </Link>
    )
  }
  return (
    <>
      {benefit && `${benefit} `}
      <Link className="plan-link" to={`/subscriptions?plan=${planId}`}>
        {children ?? texts.see(planById(planId).title)}
      </Link>
    </>
  )
}

/** `PlanLink` for the plan that allows what the server refused with `code`; empty if no plan does. */
export function LimitPlanLink({ code }: { code: FailureCode | null }) {
  const { data } = useEntitlement()
  const plan = data && planForLimit(code, data.activePlan.id)
  return plan ? <PlanLink planId={plan.id} /> : null
}
