import type { BuyablePlanId } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useClient } from '../../../../api/ConnectionContext.tsx'
import { reportStep } from '../../../../device/report-step.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { OpenSheet } from '../../../../ui/OpenSheet.tsx'
import { formatDay, formatDayAndTime } from '../../../../ui/time.ts'
import type { PhoneStore } from '../../../subscriptions/phone-store.ts'
import type { PlanStatus } from '../../../subscriptions/plan-status.ts'
import { useRefreshPlan } from '../queries.ts'
import { texts } from '../texts.ts'
import { storeTexts } from './phone-texts.ts'
import { createStorePayment, type StorePayment, type StoreStep } from './store-payment.ts'

interface Props {
  store: PhoneStore
  planId: BuyablePlanId
  /** Price per month as formatted by the store. */
  price: string
  planStatus: PlanStatus
  onClose(): void
}

/** Shows the plan and its price before the store's own sheet opens, then the progress until the server confirms the plan. */
export function StoreSheet({ store, planId, price, planStatus, onClose }: Props) {
  const { step, payment } = useStorePayment(store, planId)
  const { title } = planById(planId)
  const heading = headingOf(step, title)
  const isReady = step.kind === 'ready'
  const isFinished = !isReady && step.kind !== 'failed'
  return (
    <OpenSheet label={heading} onClose={isReady && step.isBuying ? () => {} : onClose}>
      <div className="payment">
        <header className="plans__head">
          <h2 className="payment__title">{heading}</h2>
          {isReady && <p className="plans__lead">{storeTexts.price(price)}</p>}
        </header>
        {isReady && (
          <>
            <ReplacedPlan planId={planId} planStatus={planStatus} store={store} />
            <p>{storeTexts.renews(store.name)}</p>
            {step.problem && <Banner tone="danger">{step.problem}</Banner>}
            <Button kind="primary" isWide isBusy={step.isBuying} onClick={() => void payment()?.buy()}>
              {storeTexts.submit(price)}
            </Button>
            <p className="payment__safe">
              <Link to="/terms">{storeTexts.terms}</Link> · <Link to="/privacy">{storeTexts.privacy}</Link>
            </p>
          </>
        )}
        {!isReady && <StepStatus step={step} store={store} />}
        {step.kind === 'untold' && (
          <Button isWide onClick={() => void payment()?.retryClaim()}>
            {texts.pay.slowAction}
          </Button>
        )}
        <Button kind={isFinished ? 'primary' : 'quiet'} isWide onClick={onClose}>
          {isFinished ? texts.pay.close : texts.pay.back}
        </Button>
      </div>
    </OpenSheet>
  )
}

function headingOf(step: StoreStep, title: string): string {
  if (step.kind === 'done') return texts.pay.done(title)
  return step.kind === 'later' ? texts.change.later(title, formatDay(step.at)) : storeTexts.title(title)
}

function ReplacedPlan({ planId, planStatus, store }: Pick<Props, 'planId' | 'planStatus' | 'store'>): ReactNode {
  if (planStatus.kind !== 'running' && planStatus.kind !== 'ending') return null
  const { subscriptionId, currentPeriodEnd } = planStatus.purchase
  const [current, next] = [planById(subscriptionId), planById(planId)]
  if (next.priceCents > current.priceCents) return <p>{storeTexts.upgrade(current.title, store.name)}</p>
  return (
    <p>
      {currentPeriodEnd && storeTexts.downgrade(current.title, formatDay(currentPeriodEnd))} {texts.cancel.afterwards}
    </p>
  )
}

function StepStatus({ step, store: { name } }: { step: Exclude<StoreStep, { kind: 'ready' }>; store: PhoneStore }) {
  switch (step.kind) {
    case 'settling':
      return (
        <p className="payment__settling" role="status">
          <span className="spinner" aria-hidden="true" />
          {storeTexts.settling(name)}
        </p>
      )
    case 'pending':
      return <Banner tone="info">{storeTexts.pending(name)}</Banner>
    case 'untold':
      return <Banner tone="info">{storeTexts.serverUnreachable(name)}</Banner>
    case 'failed':
      return <Banner tone="danger">{step.problem}</Banner>
    case 'later':
      return <Banner tone="success">{storeTexts.later}</Banner>
    case 'done':
      return (
        <Banner tone="success">
          {texts.pay.doneText(step.month.remaining, formatDayAndTime(step.month.resetsAt))}
        </Banner>
      )
  }
}

function useStorePayment(store: PhoneStore, planId: BuyablePlanId) {
  const [step, setStep] = useState<StoreStep>({ kind: 'ready', isBuying: false, problem: null })
  const client = useClient()
  const refreshPlan = useRefreshPlan()
  const paymentRef = useRef<StorePayment>(null)
  const [initial] = useState({ store, planId })

  useEffect(() => {
    const payment = createStorePayment(client, initial.store, initial.planId, next => {
      setStep(next)
      if (next.kind !== 'done' && next.kind !== 'later') return
      reportStep('plan chosen')
      refreshPlan()
    })
    paymentRef.current = payment
    return () => {
      payment.close()
      refreshPlan()
    }
  }, [client, refreshPlan, initial])

  return { step, payment: () => paymentRef.current }
}
