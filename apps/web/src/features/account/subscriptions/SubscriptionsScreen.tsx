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

export default function SubscriptionsScreen() {
  const entitlement = useWatchedEntitlement()
  const { data } = entitlement
  const [search] = useSearchParams()
  const returned = useReturned()
  const [request, setRequest] = useState<Wish | null>(returned.request)
  const [choice, setChoice] = useState<Change | null>(null)
  const planStatus = data && standingOf(data.subscriptions)
  const store = data ? storeHere(data) : null
  const byCard = data?.payments.provider === 'stripe'
  const canBuy = byCard || store !== null
  const [planToBuy, setPlanToBuy] = useState<BuyablePlanId | null>(null)
  const choose = (next: Choice) => {
    if (store && next.kind !== 'cancel') setPlanToBuy(next.planId)
    else if (next.kind === 'pay') setRequest({ kind: 'buy', planId: next.planId })
    else setChoice(next)
  }
  return (
    <Page title={texts.title} width="wide">
      {entitlement.isError && !data && (
        <LoadFailed words={texts.failed} {...problemOf(entitlement.error)} onRetry={() => entitlement.refetch()} />
      )}
      {entitlement.isPending && <PlansSkeleton />}
      {data && planStatus && (
        <div className="plans-page">
          {data.payments.isTest && byCard && !store && <TestRibbon />}
          {returned.problem && <Banner tone="danger">{returned.problem}</Banner>}
          <Regions name="subscriptions">
            <News planStatus={planStatus} onChoose={choose} />
            <CurrentPlanCard plan={data.activePlan} planStatus={planStatus} canBuy={canBuy} onChoose={choose} />
            <MonthCard month={data.month} plan={data.activePlan} />
            {store && (
              <StorePlans
                store={store}
                activePlan={data.activePlan}
                month={data.month}
                planStatus={planStatus}
                chosen={search.get('plan')}
                planToBuy={planToBuy}
                onChoose={choose}
                onClose={() => setPlanToBuy(null)}
              />
            )}
            {byCard && !store && (
              <PlanCards
                activePlan={data.activePlan}
                month={data.month}
                planStatus={planStatus}
                chosen={search.get('plan')}
                onChoose={choose}
              />
            )}
            {byCard && data.subscriptions.some(one => !isFromStore(one)) && <InvoicesCard hasLinks={!store} />}
          </Regions>
          <ChangeDialog
            choice={choice}
            planStatus={planStatus}
            onConfirm={next => {
              setChoice(null)
              setRequest(next)
            }}
            // A late response must not close a dialog that was opened for another change.
            onClose={() => setChoice(current => (current === choice ? null : current))}
          />
          {request && !store && (
            <PaymentSheet
              key={`${request.kind} ${request.planId}`}
              request={request}
              setup={data.payments}
              onClose={() => setRequest(null)}
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
