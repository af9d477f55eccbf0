import type { PlanResponse, UserSubscription } from '@recaps/contract'
import { planById } from '@recaps/domain/plans'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { money } from '../../../ui/money.ts'
import { day } from '../../../ui/time.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { isFromStore, isPaidFor, type Standing } from '../../subscriptions/standing.ts'
import { storeHere } from '../../subscriptions/store-here.ts'
import { storeOf } from '../../subscriptions/stores.ts'
import type { Choice } from './PlanCard.tsx'
import { periodEndOf, useKeepPlan, usePortal } from './queries.ts'
import { ByCardNote, StoreSteps } from './StoreSteps.tsx'
import { texts } from './texts.ts'

const currentTexts = texts.current

interface Props {
  plan: PlanResponse
  planStatus: Standing
  canBuy: boolean
  onChoose(choice: Choice): void
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
  `${currentTexts.price(money(amount, currency))} · ${currentTexts.methods[paymentMethod]}`

/** What happens at the end of the period if the user does nothing. */
function RenewalText({ purchase }: { purchase: UserSubscription }) {
  const end = periodEndOf(purchase)
  const { nextPlan, isCanceling, paymentIssue } = purchase
  if (nextPlan) return <p>{currentTexts.changes(planById(nextPlan.subscriptionId).title, day(nextPlan.at))}</p>
  // After a failed payment, the banner above shows when the plan ends.
  if (!end || paymentIssue) return null
  return <p>{isCanceling ? `${currentTexts.ends(end)} ${currentTexts.endsThen}` : currentTexts.renews(end)}</p>
}

function PlanActions({ purchase, onCancel }: { purchase: UserSubscription; onCancel(): void }) {
  const resume = useKeepPlan()
  const portal = usePortal()
  const entitlement = useEntitlement().data
  const store = entitlement ? storeHere(entitlement) : null
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
  const store = entitlement ? storeHere(entitlement) : null
  return (
    <>
      <p>{currentTexts.owed(title)}</p>
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
  const store = storeHere(data)
  if (store?.purchases.method === paymentMethod) return <StoreSteps store={store} />
  return (
    <>
      <p>{text}</p>
      <div className="current-plan__steps">
        <a
          className="button button--secondary"
          href={storeOf({ paymentMethod }, data)?.page}
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
