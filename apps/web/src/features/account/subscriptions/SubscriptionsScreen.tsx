import type { BuyablePlanId } from '@recaps/domain/billing'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useWatchedEntitlement } from '../../subscriptions/queries.ts'
import { isFromStore, standingOf } from '../../subscriptions/standing.ts'
import { storeHere } from '../../subscriptions/store-here.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { CurrentPlanCard } from './CurrentPlanCard.tsx'
import { InvoicesCard } from './InvoicesCard.tsx'
import { MonthCard } from './MonthCard.tsx'
import { News } from './News.tsx'
import { PaymentSheet } from './PaymentSheet.tsx'
import type { Change, Choice } from './PlanCard.tsx'
import { PlanCards } from './PlanCards.tsx'
import { PlansSkeleton } from './PlansSkeleton.tsx'
import type { Wish } from './payment.ts'
import { StorePlans } from './StorePlans.tsx'
import { texts } from './texts.ts'
import { useReturned } from './useReturned.ts'
import './subscriptions.css'

/** The plan there is, what is left of it, and the others. */
export default function SubscriptionsScreen() {
  const entitlement = useWatchedEntitlement()
  const { data } = entitlement
  const [search] = useSearchParams()
  const returned = useReturned()
  const [wish, setWish] = useState<Wish | null>(returned.wish)
  const [choice, setChoice] = useState<Change | null>(null)
  const standing = data && standingOf(data.subscriptions)
  const store = data ? storeHere(data) : null
  const byCard = data?.payments.provider === 'stripe'
  const canBuy = byCard || store !== null
  const [storeWish, setStoreWish] = useState<BuyablePlanId | null>(null)
  const act = (next: Choice) => {
    if (store && next.kind !== 'cancel') setStoreWish(next.planId)
    else if (next.kind === 'pay') setWish({ kind: 'buy', planId: next.planId })
    else setChoice(next)
  }
  return (
    <Page title={texts.title} width="wide">
      {entitlement.isError && !data && (
        <LoadFailed words={texts.failed} {...problemOf(entitlement.error)} onRetry={() => entitlement.refetch()} />
      )}
      {entitlement.isPending && <PlansSkeleton />}
      {data && standing && (
        <div className="plans-page">
          {data.payments.isTest && byCard && !store && <TestRibbon />}
          {returned.problem && <Banner tone="danger">{returned.problem}</Banner>}
          <Regions name="subscriptions">
            <News standing={standing} onAct={act} />
            <CurrentPlanCard plan={data.activePlan} standing={standing} canBuy={canBuy} onAct={act} />
            <MonthCard month={data.month} plan={data.activePlan} />
            {store && (
              <StorePlans
                store={store}
                counts={data.activePlan}
                month={data.month}
                standing={standing}
                chosen={search.get('plan')}
                wish={storeWish}
                onAct={act}
                onClose={() => setStoreWish(null)}
              />
            )}
            {byCard && !store && (
              <PlanCards
                counts={data.activePlan}
                month={data.month}
                standing={standing}
                chosen={search.get('plan')}
                onAct={act}
              />
            )}
            {byCard && data.subscriptions.some(one => !isFromStore(one)) && <InvoicesCard hasLinks={!store} />}
          </Regions>
          <ChangeDialog
            choice={choice}
            standing={standing}
            onConfirm={next => {
              setChoice(null)
              setWish(next)
            }}
            // An answer may come when another one is asked about.
            onClose={() => setChoice(now => (now === choice ? null : now))}
          />
          {wish && !store && (
            <PaymentSheet
              key={`${wish.kind} ${wish.planId}`}
              wish={wish}
              setup={data.payments}
              onClose={() => setWish(null)}
            />
          )}
        </div>
      )}
    </Page>
  )
}

const TestRibbon = () => (
  <p className="test-ribbon" role="note">
    <strong>{texts.test.name}</strong> <span>{texts.test.text}</span> <span>{texts.test.card}</span>
  </p>
)
