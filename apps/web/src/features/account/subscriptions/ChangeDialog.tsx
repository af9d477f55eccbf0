import type { UserSubscription } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { useIsMutating } from '@tanstack/react-query'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isPaidFor, type PlanStatus } from '../../subscriptions/plan-status.ts'
import { CancelPlan } from './CancelPlan.tsx'
import { ChangePlan } from './ChangePlan.tsx'
import type { PlanChange } from './PlanCard.tsx'
import type { PaymentRequest } from './payment.ts'
import { planChangeKey } from './queries.ts'
import { texts } from './texts.ts'

interface Props {
  /** Null while the dialog is closed. */
  choice: PlanChange | null
  planStatus: PlanStatus
  /** The bank wants the payment confirmed, which needs the payment sheet. */
  onConfirm(request: PaymentRequest): void
  onClose(): void
}

/** Confirms a plan change: shows the cost, the start date and what happens to channels, schedule and quota. */
export function ChangeDialog({ choice, planStatus, onConfirm, onClose }: Props) {
  const isPending = useIsMutating({ mutationKey: planChangeKey }) > 0
  if (!('purchase' in planStatus)) return null
  const { purchase } = planStatus
  const title = titleOf(choice, purchase)
  return (
    <Dialog kind="sheet" label={title} isOpen={choice !== null} onClose={onClose} isLocked={isPending}>
      <div className="plan-change">
        <h2 className="plan-change__title">{title}</h2>
        {choice?.kind === 'cancel' && <CancelPlan purchase={purchase} onClose={onClose} />}
        {choice?.kind === 'change' && <ChangePlan planId={choice.planId} onConfirm={onConfirm} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function titleOf(choice: Props['choice'], purchase: UserSubscription): string {
  if (choice?.kind === 'change') return texts.change.title(planById(choice.planId).title)
  const { title } = planById(purchase.subscriptionId)
  return isPaidFor(purchase) ? texts.cancel.title(title) : texts.cancel.titleUnpaid(title)
}
