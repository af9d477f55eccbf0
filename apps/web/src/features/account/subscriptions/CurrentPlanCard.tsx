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

const words = texts.current

interface Props {
  plan: PlanResponse
  standing: Standing
  canBuy: boolean
  onAct(choice: Choice): void
}

/** The plan that counts, what it costs and how it goes on. */
export function CurrentPlanCard({ plan, standing, canBuy, onAct }: Props) {
  const counting = 'purchase' in standing && standing.purchase.status === 'active' ? standing.purchase : null
  const unpaid = plan.price > 0 ? words.free : canBuy && standing.kind !== 'lost' ? words.unpaid : null
  const terms = counting ? termsOf(counting) : unpaid
  return (
    <Card title={words.title}>
      <div className="current-plan">
        <p className="current-plan__name">{plan.title}</p>
        {terms && <p className="plans__lead">{terms}</p>}
      </div>
      {standing.kind === 'lost' && <Owed purchase={standing.purchase} onEnd={() => onAct({ kind: 'cancel' })} />}
      {counting && <Course purchase={counting} />}
      {counting && isFromStore(counting) && <Elsewhere purchase={counting} />}
      {counting && !isFromStore(counting) && <Steps purchase={counting} onCancel={() => onAct({ kind: 'cancel' })} />}
      {!canBuy && <p className="plans__lead">{texts.off}</p>}
    </Card>
  )
}

const termsOf = ({ amount, currency, paymentMethod }: UserSubscription): string =>
  `${words.price(money(amount, currency))} · ${words.methods[paymentMethod]}`

/** How it goes on by itself. */
function Course({ purchase }: { purchase: UserSubscription }) {
  const end = periodEndOf(purchase)
  const { nextPlan, isCanceling, paymentIssue } = purchase
  if (nextPlan) return <p>{words.changes(planById(nextPlan.subscriptionId).title, day(nextPlan.at))}</p>
  // With a payment that failed, when it ends is told above.
  if (!end || paymentIssue) return null
  return <p>{isCanceling ? `${words.ends(end)} ${words.endsThen}` : words.renews(end)}</p>
}

function Steps({ purchase, onCancel }: { purchase: UserSubscription; onCancel(): void }) {
  const keep = useKeepPlan()
  const portal = usePortal()
  const known = useEntitlement().data
  const store = known ? storeHere(known) : null
  const { title } = planById(purchase.subscriptionId)
  const isLeaving = purchase.isCanceling || purchase.nextPlan !== null
  return (
    <>
      {store && <ByCardNote />}
      <div className="current-plan__steps">
        {isLeaving && (
          <Button kind="primary" icon="undo" isBusy={keep.isPending} onClick={() => keep.mutate(purchase)}>
            {words.keep(title)}
          </Button>
        )}
        {!store && (
          <Button icon="card" isBusy={portal.isPending} onClick={() => portal.mutate()}>
            {words.cards}
          </Button>
        )}
        {!purchase.isCanceling && (
          <Button kind="danger" onClick={onCancel}>
            {isPaidFor(purchase) ? words.cancel : words.end(title)}
          </Button>
        )}
      </div>
    </>
  )
}

/** What does not count until it is paid. */
function Owed({ purchase, onEnd }: { purchase: UserSubscription; onEnd(): void }) {
  const portal = usePortal()
  const known = useEntitlement().data
  const { title } = planById(purchase.subscriptionId)
  if (isFromStore(purchase)) return <Elsewhere purchase={purchase} />
  const store = known ? storeHere(known) : null
  return (
    <>
      <p>{words.owed(title)}</p>
      {store && <ByCardNote />}
      <div className="current-plan__steps">
        {!store && (
          <Button icon="card" isBusy={portal.isPending} onClick={() => portal.mutate()}>
            {words.cards}
          </Button>
        )}
        <Button kind="danger" onClick={onEnd}>
          {words.end(title)}
        </Button>
      </div>
    </>
  )
}

function Elsewhere({ purchase: { paymentMethod } }: { purchase: UserSubscription }) {
  const { data } = useEntitlement()
  if (!data || (paymentMethod !== 'apple_iap' && paymentMethod !== 'google_play')) return null
  const { text, action } = words.elsewhere[paymentMethod]
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
