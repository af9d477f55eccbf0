import type { UserSubscription } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { useIsMutating } from '@tanstack/react-query'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isPaidFor, type Standing } from '../../subscriptions/standing.ts'
import { Cancelling } from './Cancelling.tsx'
import { Changing } from './Changing.tsx'
import type { Change } from './PlanCard.tsx'
import type { Wish } from './payment.ts'
import { planChangeKey } from './queries.ts'
import { texts } from './texts.ts'

interface Props {
  /** Null while nothing is asked. */
  choice: Change | null
  standing: Standing
  /** The bank wants to hear of it: its question cannot be asked in here. */
  onConfirm(wish: Wish): void
  onClose(): void
}

/** Before anything is changed: what it costs, when it begins, and what becomes of what there is. */
export function ChangeDialog({ choice, standing, onConfirm, onClose }: Props) {
  const isUnderWay = useIsMutating({ mutationKey: planChangeKey }) > 0
  if (!('purchase' in standing)) return null
  const { purchase } = standing
  const title = titleOf(choice, purchase)
  return (
    <Dialog kind="sheet" label={title} isOpen={choice !== null} onClose={onClose} isHeld={isUnderWay}>
      <div className="plan-change">
        <h2 className="plan-change__title">{title}</h2>
        {choice?.kind === 'cancel' && <Cancelling purchase={purchase} onClose={onClose} />}
        {choice?.kind === 'change' && <Changing planId={choice.planId} onConfirm={onConfirm} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function titleOf(choice: Props['choice'], purchase: UserSubscription): string {
  if (choice?.kind === 'change') return texts.change.title(planById(choice.planId).title)
  const { title } = planById(purchase.subscriptionId)
  return isPaidFor(purchase) ? texts.cancel.title(title) : texts.cancel.titleUnpaid(title)
}
