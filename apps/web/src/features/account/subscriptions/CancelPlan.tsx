import type { UserSubscription } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { formatDay } from '../../../ui/time.ts'
import { isPaidFor } from '../../subscriptions/plan-status.ts'
import { formatPeriodEnd, useCancelPlan, useResumePlan } from './queries.ts'
import { texts } from './texts.ts'

const cancelTexts = texts.cancel

/** Confirms a cancellation. A paid plan runs until the end of its period and can be resumed; an unpaid one ends immediately. */
export function CancelPlan({ purchase, onClose }: { purchase: UserSubscription; onClose(): void }) {
  const resume = useResumePlan()
  const toast = useToast()
  const { title } = planById(purchase.subscriptionId)
  const end = purchase.currentPeriodEnd && formatDay(purchase.currentPeriodEnd)
  const isPaid = isPaidFor(purchase)
  const until = end ? cancelTexts.until(title, end) : cancelTexts.atPeriodEnd(title)
  const cancel = useCancelPlan(ended => {
    const endsOn = formatPeriodEnd(ended)
    if (ended.status === 'active')
      toast({
        topic: 'plan',
        text: endsOn ? cancelTexts.done(endsOn) : cancelTexts.doneSomeDay,
        action: { label: texts.undo, onPress: () => resume.mutate(ended) },
      })
    else toast({ text: cancelTexts.doneAtOnce(title) })
    onClose()
  })
  return (
    <>
      <p>{isPaid ? until : cancelTexts.atOnce(title)}</p>
      <p className="plans__lead">
        {purchase.status === 'active' ? cancelTexts.afterwards : cancelTexts.afterwardsLost}
      </p>
      {cancel.isError && <Banner tone="danger">{toProblem(cancel.error).sentence}</Banner>}
      <div className="plan-change__pair">
        <Button onClick={onClose}>{isPaid ? cancelTexts.back : cancelTexts.backUnpaid}</Button>
        <Button kind="primary" isBusy={cancel.isPending} onClick={() => cancel.mutate(purchase)}>
          {isPaid ? cancelTexts.submit : texts.current.end(title)}
        </Button>
      </div>
    </>
  )
}
