import type { PaymentSetup } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { useRef } from 'react'
import { isPhone } from '../../../device/is-phone.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sum } from '../../../ui/money.ts'
import { OpenSheet } from '../../../ui/OpenSheet.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { dayAndTime } from '../../../ui/time.ts'
import type { Step, Wish } from './payment.ts'
import { byCard } from './phone/phone-texts.ts'
import { texts } from './texts.ts'
import { usePayment } from './usePayment.ts'

const words = texts.pay

interface Props {
  wish: Wish
  setup: PaymentSetup
  onClose(): void
}

/** One payment: the form of the payment service in a sheet of ours, until the server says that the plan counts. */
export function PaymentSheet({ wish, setup, onClose }: Props) {
  const { title, priceCents } = planById(wish.planId)
  const fields = useRef<HTMLDivElement>(null)
  const wallets = useRef<HTMLDivElement>(null)
  const { step, hasWallets, flow } = usePayment(wish, setup, fields, wallets)
  const price = sum(priceCents / 100)
  const isForm = step.kind === 'form'
  const heading = step.kind === 'done' ? words.done(title) : words.title(title)
  return (
    // While the bank asks, a stray press takes nothing away; the button still does.
    <OpenSheet label={heading} onClose={isForm && step.isPaying ? () => {} : onClose}>
      <div className="payment">
        <header className="plans__head">
          <h2 className="payment__title">{heading}</h2>
          {(isForm || step.kind === 'opening') && wish.kind === 'buy' && (
            <p className="plans__lead">{words.price(price)}</p>
          )}
        </header>
        {step.kind === 'opening' && <FormSkeleton />}
        {/* The frames of the service stay where they are until it is over: moved, they would be empty. */}
        <div
          className="payment__form"
          hidden={isPhone || (!isForm && step.kind !== 'opening')}
          data-opening={isForm ? undefined : ''}
        >
          <div className="payment__wallets" hidden={!hasWallets}>
            <div ref={wallets} />
            <p className="payment__or">
              <span>{words.or}</span>
            </p>
          </div>
          <div ref={fields} />
        </div>
        <State step={step} />
        {isForm && (
          <>
            <Button kind="primary" isWide isBusy={step.isPaying} onClick={() => void flow()?.pay()}>
              {wish.kind === 'buy' ? words.submit(price) : words.confirm}
            </Button>
            <p className="payment__safe">
              {isPhone && byCard.how} {words.safe}
            </p>
          </>
        )}
        {step.kind === 'failed' && (
          <Button kind="primary" isWide icon="retry" onClick={() => void flow()?.start()}>
            {words.retry}
          </Button>
        )}
        {step.kind === 'slow' && (
          <Button isWide onClick={() => void flow()?.lookAgain()}>
            {words.slowAction}
          </Button>
        )}
        <Button kind={step.kind === 'done' ? 'primary' : 'quiet'} isWide onClick={onClose}>
          {step.kind === 'done' || step.kind === 'slow' ? words.close : words.back}
        </Button>
      </div>
    </OpenSheet>
  )
}

/** What is happening, in words; announced as it changes. */
function State({ step }: { step: Step }) {
  switch (step.kind) {
    case 'form':
      if (step.problem) return <Banner tone="danger">{step.problem}</Banner>
      return step.isPaying ? <p role="status">{words.bank}</p> : null
    case 'settling':
      return (
        <p className="payment__settling" role="status">
          <span className="spinner" aria-hidden="true" />
          {words.settling}
        </p>
      )
    case 'slow':
      return <Banner tone="info">{words.slow}</Banner>
    case 'done':
      return <Banner tone="success">{words.doneText(step.month.remaining, dayAndTime(step.month.resetsAt))}</Banner>
    case 'failed':
      return <Banner tone="danger">{step.problem}</Banner>
    default:
      return null
  }
}

const FormSkeleton = () => (
  <Skeleton label={words.opening}>
    <div className="payment">
      <Bone height="3rem" />
      {!isPhone && <Bone height="9rem" />}
    </div>
  </Skeleton>
)
