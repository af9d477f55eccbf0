import type { PlanResponse, UserSubscription } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { formatPrice } from '../../../ui/money.ts'
import { formatDay } from '../../../ui/time.ts'
import { getPhoneStore } from '../../subscriptions/phone-store.ts'
import { isFromStore, isPaidFor, type PlanStatus } from '../../subscriptions/plan-status.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { getPlanStore } from '../../subscriptions/stores.ts'
import type { PlanChoice } from './PlanCard.tsx'
import { formatPeriodEnd, usePortal, useResumePlan } from './queries.ts'
import { ByCardNote, StoreSteps } from './StoreSteps.tsx'
import { texts } from './texts.ts'

const currentTexts = texts.current

interface Props {
  plan: PlanResponse
  planStatus: PlanStatus
  canBuy: boolean
  onChoose(choice: PlanChoice): void
}

export function CurrentPlanCard({ plan, planStatus, canBuy, onChoose }: Props) {
  const activePurchase =
    'purchase' in planStatus && planStatus.purchase.status === 'active' ? planStatus.purchase : null
  const noPurchaseText =
    plan.price > 0 ? currentTexts.free : canBuy && planStatus.kind !== 'lost' ? currentTexts.unpaid : null
  const terms = activePurchase ? termsOf(activePurchase) : noPurchaseText
  return (
    <Card title={currentTexts.title}>
      <div className="current-plan">
        <p className="current-plan__name">{plan.title}</p>
        {terms && <p className="plans__lead">{terms}</p>}
      </div>
      {planStatus.kind === 'lost' && (
        <UnpaidPlan purchase={planStatus.purchase} onEnd={() => onChoose({ kind: 'cancel' })} />
      )}
      {activePurchase && <RenewalText purchase={activePurchase} />}
      {activePurchase && isFromStore(activePurchase) && <StorePlan purchase={activePurchase} />}
      {activePurchase && !isFromStore(activePurchase) && (
        <PlanActions purchase={activePurchase} onCancel={() => onChoose({ kind: 'cancel' })} />
      )}
      {!canBuy && <p className="plans__lead">{texts.off}</p>}
    </Card>
  )
}

const termsOf = ({ amount, currency, paymentMethod }: UserSubscription): string =>
  `${currentTexts.price(formatPrice(amount, currency))} · ${currentTexts.methods[paymentMethod]}`

/** What happens at the end of the period if the user does nothing. */
function RenewalText({ purchase }: { purchase: UserSubscription }) {
  const end = formatPeriodEnd(purchase)
  const { nextPlan, isCanceling, paymentIssue } = purchase
  if (nextPlan) return <p>{currentTexts.changes(planById(nextPlan.subscriptionId).title, formatDay(nextPlan.at))}</p>
  // After a failed payment, the banner above shows when the plan ends.
  if (!end || paymentIssue) return null
  return <p>{isCanceling ? `${currentTexts.ends(end)} ${currentTexts.endsThen}` : currentTexts.renews(end)}</p>
}

function PlanActions({ purchase, onCancel }: { purchase: UserSubscription; onCancel(): void }) {
  const resume = useResumePlan()
  const portal = usePortal()
  const entitlement = useEntitlement().data
  const store = entitlement ? getPhoneStore(entitlement) : null
  const { title } = planById(purchase.subscriptionId)
  const canResume = purchase.isCanceling || purchase.nextPlan !== null
  return (
    <>
      {store && <ByCardNote />}
      <div className="current-plan__steps">
        {canResume && (
          <Button kind="primary" icon="undo" isBusy={resume.isPending} onClick={() => resume.mutate(purchase)}>
            {currentTexts.keep(title)}
          </Button>
        )}
        {!store && (
          <Button icon="card" isBusy={portal.isPending} onClick={() => portal.mutate()}>
            {currentTexts.cards}
          </Button>
        )}
        {!purchase.isCanceling && (
          <Button kind="danger" onClick={onCancel}>
            {isPaidFor(purchase) ? currentTexts.cancel : currentTexts.end(title)}
          </Button>
        )}
      </div>
    </>
  )
}

/** A plan that is on hold until its overdue payment is made. */
function UnpaidPlan({ purchase, onEnd }: { purchase: UserSubscription; onEnd(): void }) {
  const portal = usePortal()
  const entitlement = useEntitlement().data
  const { title } = planById(purchase.subscriptionId)
  if (isFromStore(purchase)) return <StorePlan purchase={purchase} />
  const store = entitlement ? getPhoneStore(entitlement) : null
  return (
    <>
      <p>{currentTexts.overdue(title)}</p>
      {store && <ByCardNote />}
      <div className="current-plan__steps">
        {!store && (
          <Button icon="card" isBusy={portal.isPending} onClick={() => portal.mutate()}>
            {currentTexts.cards}
          </Button>
        )}
        <Button kind="danger" onClick={onEnd}>
          {currentTexts.end(title)}
        </Button>
      </div>
    </>
  )
}

function StorePlan({ purchase: { paymentMethod } }: { purchase: UserSubscription }) {
  const { data } = useEntitlement()
  if (!data || (paymentMethod !== 'apple_iap' && paymentMethod !== 'google_play')) return null
  const { text, action } = currentTexts.elsewhere[paymentMethod]
  const store = getPhoneStore(data)
  if (store?.purchases.method === paymentMethod) return <StoreSteps store={store} />
  return (
    <>
      <p>{text}</p>
      <div className="current-plan__steps">
        <a
          className="button button--secondary"
          href={getPlanStore({ paymentMethod }, data)?.page}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="external" />
          <span>{action}</span>
        </a>
      </div>
    </>
  )
}
