import type { ChangePreview, UserSubscription } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { Link } from 'react-router'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatAmount } from '../../../ui/money.ts'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { formatDay } from '../../../ui/time.ts'
import { texts as planTexts } from '../../subscriptions/texts.ts'
import { PlanChangeEffects } from './PlanChangeEffects.tsx'
import type { PaymentRequest } from './payment.ts'
import { useChangePlan, useChangePreview, usePortal, useRefreshPlan, useResumePlan } from './queries.ts'
import { texts } from './texts.ts'

const changeTexts = texts.change

interface Props {
  planId: BuyablePlanId
  onConfirm(request: PaymentRequest): void
  onClose(): void
}

export function ChangePlan({ planId, onConfirm, onClose }: Props) {
  const preview = useChangePreview(planId)
  const finish = useFinish(planId, onClose)
  const change = useChangePlan(({ subscription, clientSecret }) => {
    const { stripeSubscriptionId } = subscription
    if (clientSecret) onConfirm({ kind: 'confirm', planId, clientSecret, stripeSubscriptionId })
    else finish(subscription)
  })
  if (preview.isPending) {
    return (
      <Skeleton label={changeTexts.loading}>
        <Bone height="8rem" />
      </Skeleton>
    )
  }
  const problem = change.isError ? toProblem(change.error) : preview.isError ? toProblem(preview.error) : null
  return (
    <>
      {preview.data && <PriceTerms preview={preview.data} />}
      {preview.data && <PlanChangeEffects preview={preview.data} />}
      {problem && (
        <ProblemBanner problem={problem} onRetry={preview.isError ? () => void preview.refetch() : undefined} />
      )}
      <div className="plan-change__pair">
        <Button onClick={onClose}>{changeTexts.back}</Button>
        {preview.data && (
          <Button kind="primary" isBusy={change.isPending} onClick={() => change.mutate(planId)}>
            {submitOf(preview.data)}
          </Button>
        )}
      </div>
    </>
  )
}

function submitOf({ kind, dueNow, currency, startsAt }: ChangePreview): string {
  if (kind === 'downgrade') return changeTexts.downgrade(formatDay(startsAt))
  return dueNow > 0 ? changeTexts.pay(formatAmount(dueNow, currency)) : changeTexts.upgrade
}

/** Reports the result: the new plan is active, follows later, or waits for a slow payment. */
function useFinish(planId: BuyablePlanId, onClose: () => void) {
  const toast = useToast()
  const resume = useResumePlan()
  const refreshPlan = useRefreshPlan()
  const { title } = planById(planId)
  return (purchase: UserSubscription) => {
    refreshPlan()
    onClose()
    if (purchase.nextPlan) {
      toast({
        topic: 'plan',
        text: changeTexts.later(title, formatDay(purchase.nextPlan.at)),
        action: { label: texts.undo, onPress: () => resume.mutate(purchase) },
      })
    } else if (purchase.status === 'active' && purchase.subscriptionId === planId) {
      toast({ topic: 'plan', text: texts.pay.done(title), tone: 'success' })
    } else toast({ text: changeTexts.underWay(title) })
  }
}

const PriceTerms = ({ preview: { kind, dueNow, amount, currency, startsAt } }: { preview: ChangePreview }) => (
  <dl className="plan-terms">
    <div>
      <dt>{changeTexts.starts}</dt>
      <dd>{kind === 'upgrade' ? changeTexts.atOnce : formatDay(startsAt)}</dd>
    </div>
    {kind === 'upgrade' && (
      <div>
        <dt>
          {changeTexts.dueNow} <span className="plan-terms__hint">{changeTexts.dueNowHint}</span>
        </dt>
        <dd>{formatAmount(dueNow, currency)}</dd>
      </div>
    )}
    <div>
      <dt>{changeTexts.amount}</dt>
      <dd>{formatAmount(amount, currency)}</dd>
    </div>
  </dl>
)

/** Why the plan can't be changed, with the one thing the user can do about it. */
function ProblemBanner({ problem, onRetry }: { problem: Problem; onRetry: (() => void) | undefined }) {
  const portal = usePortal()
  const isCard = problem.code === 'payment_declined'
  const action = isCard ? (
    <Button isSmall icon="card" isBusy={portal.isPending} onClick={() => portal.mutate()}>
      {planTexts.updateCard}
    </Button>
  ) : problem.next === 'contact_support' ? (
    <Link className="button button--secondary button--small" to="/feedback">
      {changeTexts.support}
    </Link>
  ) : (
    onRetry &&
    problem.next === 'retry' && (
      <Button isSmall icon="retry" onClick={onRetry}>
        {changeTexts.retry}
      </Button>
    )
  )
  return (
    <Banner tone="danger" action={action || undefined}>
      {problem.sentence}
    </Banner>
  )
}
