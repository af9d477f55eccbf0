import type { PaymentSetup } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { useRef } from 'react'
import { isPhone } from '../../../device/is-phone.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatAmount } from '../../../ui/money.ts'
import { OpenSheet } from '../../../ui/OpenSheet.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { formatDayAndTime } from '../../../ui/time.ts'
import type { PaymentRequest, PaymentStep } from './payment.ts'
import { phoneCardTexts } from './phone/phone-texts.ts'
import { texts } from './texts.ts'
import { usePayment } from './usePayment.ts'

const payTexts = texts.pay

interface Props {
  request: PaymentRequest
  setup: PaymentSetup
  onClose(): void
}

/** Sheet with the form of the payment service. It stays open until the server confirms that the plan is active. */
export function PaymentSheet({ request, setup, onClose }: Props) {
  const { title, priceCents } = planById(request.planId)
  const fields = useRef<HTMLDivElement>(null)
  const wallets = useRef<HTMLDivElement>(null)
  const { step, hasWallets, flow } = usePayment(request, setup, fields, wallets)
  const price = formatAmount(priceCents / 100)
  const isForm = step.kind === 'form'
  const heading = step.kind === 'done' ? payTexts.done(title) : payTexts.title(title)
  return (
    // During a bank check, a stray tap outside doesn't close the sheet; the button still does.
    <OpenSheet label={heading} onClose={isForm && step.isPaying ? () => {} : onClose}>
      <div className="payment">
        <header className="plans__head">
          <h2 className="payment__title">{heading}</h2>
          {(isForm || step.kind === 'opening') && request.kind === 'buy' && (
            <p className="plans__lead">{payTexts.price(price)}</p>
          )}
        </header>
        {step.kind === 'opening' && <FormSkeleton />}
        {/* Never remounted while the sheet is open: the iframes of the payment service would lose their content. */}
        <div
          className="payment__form"
          hidden={isPhone || (!isForm && step.kind !== 'opening')}
          data-opening={isForm ? undefined : ''}
        >
          <div className="payment__wallets" hidden={!hasWallets}>
            <div ref={wallets} />
            <p className="payment__or">
              <span>{payTexts.or}</span>
            </p>
          </div>
          <div ref={fields} />
        </div>
        <StepStatus step={step} />
        {isForm && (
          <>
            <Button kind="primary" isWide isBusy={step.isPaying} onClick={() => void flow()?.pay()}>
              {request.kind === 'buy' ? payTexts.submit(price) : payTexts.confirm}
            </Button>
            <p className="payment__safe">
              {isPhone && phoneCardTexts.how} {payTexts.safe}
            </p>
          </>
        )}
        {step.kind === 'failed' && (
          <Button kind="primary" isWide icon="retry" onClick={() => void flow()?.start()}>
            {payTexts.retry}
          </Button>
        )}
        {step.kind === 'slow' && (
          <Button isWide onClick={() => void flow()?.checkAgain()}>
            {payTexts.slowAction}
          </Button>
        )}
        <Button kind={step.kind === 'done' ? 'primary' : 'quiet'} isWide onClick={onClose}>
          {step.kind === 'done' || step.kind === 'slow' ? payTexts.close : payTexts.back}
        </Button>
      </div>
    </OpenSheet>
  )
}

/** Describes the current step. Changes are announced to screen readers. */
function StepStatus({ step }: { step: PaymentStep }) {
  switch (step.kind) {
    case 'form':
      if (step.problem) return <Banner tone="danger">{step.problem}</Banner>
      return step.isPaying ? <p role="status">{payTexts.bank}</p> : null
    case 'settling':
      return (
        <p className="payment__settling" role="status">
          <span className="spinner" aria-hidden="true" />
          {payTexts.settling}
        </p>
      )
    case 'slow':
      return <Banner tone="info">{payTexts.slow}</Banner>
    case 'done':
      return (
        <Banner tone="success">{payTexts.doneText(step.month.remaining, formatDayAndTime(step.month.resetsAt))}</Banner>
      )
    case 'failed':
      return <Banner tone="danger">{step.problem}</Banner>
    default:
      return null
  }
}

const FormSkeleton = () => (
  <Skeleton label={payTexts.opening}>
    <div className="payment">
      <Bone height="3rem" />
      {!isPhone && <Bone height="9rem" />}
    </div>
  </Skeleton>
)
