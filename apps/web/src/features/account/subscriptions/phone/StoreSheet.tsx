import type { BuyablePlanId } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useClient } from '../../../../api/ConnectionContext.tsx'
import { stepTaken } from '../../../../device/step-taken.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { OpenSheet } from '../../../../ui/OpenSheet.tsx'
import { day, dayAndTime } from '../../../../ui/time.ts'
import type { Standing } from '../../../subscriptions/standing.ts'
import type { StoreHere } from '../../../subscriptions/store-here.ts'
import { useLookAgain } from '../queries.ts'
import { texts } from '../texts.ts'
import { inStore as words } from './phone-texts.ts'
import { createStorePayment, type StorePayment, type StoreStep } from './store-payment.ts'

interface Props {
  store: StoreHere
  planId: BuyablePlanId
  /** What a month costs, as the store writes it. */
  price: string
  standing: Standing
  onClose(): void
}

/** What is bought and what it costs, until the store's own sheet has taken over and the server says that the plan counts. */
export function StoreSheet({ store, planId, price, standing, onClose }: Props) {
  const { step, payment } = useStorePayment(store, planId)
  const { title } = planById(planId)
  const heading = headingOf(step, title)
  const isReady = step.kind === 'ready'
  const isOver = !isReady && step.kind !== 'failed'
  return (
    <OpenSheet label={heading} onClose={isReady && step.isBuying ? () => {} : onClose}>
      <div className="payment">
        <header className="plans__head">
          <h2 className="payment__title">{heading}</h2>
          {isReady && <p className="plans__lead">{words.price(price)}</p>}
        </header>
        {isReady && (
          <>
            <Replaced planId={planId} standing={standing} store={store} />
            <p>{words.renews(store.name)}</p>
            {step.problem && <Banner tone="danger">{step.problem}</Banner>}
            <Button kind="primary" isWide isBusy={step.isBuying} onClick={() => void payment()?.buy()}>
              {words.submit(price)}
            </Button>
            <p className="payment__safe">
              <Link to="/terms">{words.terms}</Link> · <Link to="/privacy">{words.privacy}</Link>
            </p>
          </>
        )}
        {!isReady && <State step={step} store={store} />}
        {step.kind === 'untold' && (
          <Button isWide onClick={() => void payment()?.tellAgain()}>
            {texts.pay.slowAction}
          </Button>
        )}
        <Button kind={isOver ? 'primary' : 'quiet'} isWide onClick={onClose}>
          {isOver ? texts.pay.close : texts.pay.back}
        </Button>
      </div>
    </OpenSheet>
  )
}

function headingOf(step: StoreStep, title: string): string {
  if (step.kind === 'done') return texts.pay.done(title)
  return step.kind === 'later' ? texts.change.later(title, day(step.at)) : words.title(title)
}

/** What becomes of the plan there is. */
function Replaced({ planId, standing, store }: Pick<Props, 'planId' | 'standing' | 'store'>): ReactNode {
  if (standing.kind !== 'running' && standing.kind !== 'ending') return null
  const { subscriptionId, currentPeriodEnd } = standing.purchase
  const [before, after] = [planById(subscriptionId), planById(planId)]
  if (after.priceCents > before.priceCents) return <p>{words.upgrade(before.title, store.name)}</p>
  return (
    <p>
      {currentPeriodEnd && words.downgrade(before.title, day(currentPeriodEnd))} {texts.cancel.afterwards}
    </p>
  )
}

function State({ step, store: { name } }: { step: Exclude<StoreStep, { kind: 'ready' }>; store: StoreHere }) {
  switch (step.kind) {
    case 'settling':
      return (
        <p className="payment__settling" role="status">
          <span className="spinner" aria-hidden="true" />
          {words.settling(name)}
        </p>
      )
    case 'pending':
      return <Banner tone="info">{words.pending(name)}</Banner>
    case 'untold':
      return <Banner tone="info">{words.untold(name)}</Banner>
    case 'failed':
      return <Banner tone="danger">{step.problem}</Banner>
    case 'later':
      return <Banner tone="success">{words.later}</Banner>
    case 'done':
      return <Banner tone="success">{texts.pay.doneText(step.month.remaining, dayAndTime(step.month.resetsAt))}</Banner>
  }
}

function useStorePayment(store: StoreHere, planId: BuyablePlanId) {
  const [step, setStep] = useState<StoreStep>({ kind: 'ready', isBuying: false, problem: null })
  const client = useClient()
  const lookAgain = useLookAgain()
  const running = useRef<StorePayment>(null)
  const [given] = useState({ store, planId })

  useEffect(() => {
    const payment = createStorePayment(client, given.store, given.planId, next => {
      setStep(next)
      if (next.kind !== 'done' && next.kind !== 'later') return
      stepTaken('plan chosen')
      lookAgain()
    })
    running.current = payment
    return () => {
      payment.close()
      lookAgain()
    }
  }, [client, lookAgain, given])

  return { step, payment: () => running.current }
}
