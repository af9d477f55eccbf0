import type { UserSubscription } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { day } from '../../../ui/time.ts'
import { isPaidFor } from '../../subscriptions/standing.ts'
import { periodEndOf, useCancelPlan, useKeepPlan } from './queries.ts'
import { texts } from './texts.ts'

const words = texts.cancel

/** Two presses end a plan, and a third one takes it back; one that is not paid ends at once and for good. */
export function Cancelling({ purchase, onClose }: { purchase: UserSubscription; onClose(): void }) {
  const keep = useKeepPlan()
  const toast = useToast()
  const { title } = planById(purchase.subscriptionId)
  const end = purchase.currentPeriodEnd && day(purchase.currentPeriodEnd)
  const isPaid = isPaidFor(purchase)
  const until = end ? words.until(title, end) : words.atPeriodEnd(title)
  const cancel = useCancelPlan(ended => {
    const endsOn = periodEndOf(ended)
    if (ended.status === 'active')
      toast({
        about: 'plan',
        text: endsOn ? words.done(endsOn) : words.doneSomeDay,
        action: { label: texts.undo, onPress: () => keep.mutate(ended) },
      })
    else toast({ text: words.doneAtOnce(title) })
    onClose()
  })
  return (
    <>
      <p>{isPaid ? until : words.atOnce(title)}</p>
      <p className="plans__lead">{purchase.status === 'active' ? words.afterwards : words.afterwardsLost}</p>
      {cancel.isError && <Banner tone="danger">{problemOf(cancel.error).sentence}</Banner>}
      <div className="plan-change__pair">
        <Button onClick={onClose}>{isPaid ? words.back : words.backUnpaid}</Button>
        <Button kind="primary" isBusy={cancel.isPending} onClick={() => cancel.mutate(purchase)}>
          {isPaid ? words.submit : texts.current.end(title)}
        </Button>
      </div>
    </>
  )
}
