import type { BuyablePlanId } from '@recaps/domain/billing'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Page } from '../../../ui/Page.tsx'
import { getPhoneStore } from '../../subscriptions/phone-store.ts'
import { getPlanStatus, isFromStore } from '../../subscriptions/plan-status.ts'
import { useLiveEntitlement } from '../../subscriptions/queries.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { CurrentPlanCard } from './CurrentPlanCard.tsx'
import { InvoicesCard } from './InvoicesCard.tsx'
import { MonthlyUsageCard } from './MonthlyUsageCard.tsx'
import { PaymentSheet } from './PaymentSheet.tsx'
import type { PlanChange, PlanChoice } from './PlanCard.tsx'
import { PlanCards } from './PlanCards.tsx'
import { PlansSkeleton } from './PlansSkeleton.tsx'
import { PurchaseBanner } from './PurchaseBanner.tsx'
import type { PaymentRequest } from './payment.ts'
import { StorePlans } from './StorePlans.tsx'
import { texts } from './texts.ts'
import { useBankReturn } from './useBankReturn.ts'
import './subscriptions.css'

export default function SubscriptionsScreen() {
  const entitlement = useLiveEntitlement()
  const { data } = entitlement
  const [search] = useSearchParams()
  const bankReturn = useBankReturn()
  const [request, setRequest] = useState<PaymentRequest | null>(bankReturn.request)
  const [choice, setChoice] = useState<PlanChange | null>(null)
  const planStatus = data && getPlanStatus(data.subscriptions)
  const store = data ? getPhoneStore(data) : null
  const byCard = data?.payments.provider === 'stripe'
  const canBuy = byCard || store !== null
  const [planToBuy, setPlanToBuy] = useState<BuyablePlanId | null>(null)
  const choose = (next: PlanChoice) => {
    if (store && next.kind !== 'cancel') setPlanToBuy(next.planId)
    else if (next.kind === 'pay') setRequest({ kind: 'buy', planId: next.planId })
    else setChoice(next)
  }
  return (
    <Page title={texts.title} width="wide">
      {entitlement.isError && !data && (
        <LoadFailed texts={texts.failed} {...toProblem(entitlement.error)} onRetry={() => entitlement.refetch()} />
      )}
      {entitlement.isPending && <PlansSkeleton />}
      {data && planStatus && (
        <div className="plans-page">
          {data.payments.isTest && byCard && !store && <TestRibbon />}
          {bankReturn.problem && <Banner tone="danger">{bankReturn.problem}</Banner>}
          <Regions name="subscriptions">
            <PurchaseBanner planStatus={planStatus} onChoose={choose} />
            <CurrentPlanCard plan={data.activePlan} planStatus={planStatus} canBuy={canBuy} onChoose={choose} />
            <MonthlyUsageCard month={data.month} plan={data.activePlan} />
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
